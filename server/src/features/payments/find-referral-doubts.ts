import { REFERRAL_RING } from '@vignette/contract/referral-ring.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { groupedTable } from '../../platform/db/groups.ts'
import type { OfPeople } from './find-sale-doubts.ts'
import { HOUR_MS, LOOK_BACK } from './rules.ts'

/**
 * `warning`: the card network warned of fraud; `pair`: the buyer also earns from purchases of the
 * referrer; `ring`: too many buyers share a creator, card or network.
 */
interface DoubtfulReferral {
  paymentId: string
  doubt: 'warning' | 'pair' | 'ring'
  /** The time of the sale, or of the warning. */
  since: Date
}

/** What is unusual about the sales for which each person is paid a commission, in one book. */
export async function findReferralDoubts(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { people, book }: OfPeople,
): Promise<Map<string, DoubtfulReferral[]>> {
  if (people.size === 0) return new Map()
  const since = new Date(ctx.clock.now().getTime() - LOOK_BACK.days * 24 * HOUR_MS).toISOString()
  const { sales, percent, days } = REFERRAL_RING
  const span = sql`range between make_interval(days => ${days}::int) preceding and current row`
  const { rows } = await ctx.db.execute<{
    person: string
    id: string
    doubt: DoubtfulReferral['doubt']
    since: number
  }>(sql`
    with theirs as materialized (select id, group_id from ${groupedTable(people)}),
    referred as (
      select theirs.group_id as person, payments.id, buyer_id, creator_id, card, wider_network, captured_at,
        (select min(at) from payment_events where payment_id = payments.id
          and name = 'gateway.warning') as warned_at
      from theirs join payments on referrer_id = theirs.id
      where referral_percent > 0 and book = ${book}
        and state = 'captured' and captured_at >= ${since}::timestamptz
    ), likes as (
      select person, id, captured_at, 'creator ' || creator_id as alike from referred
      union all
      select person, id, captured_at, 'card ' || card from referred where card is not null
      union all
      select person, id, captured_at, 'network ' || wider_network from referred where wider_network is not null
    ), totals as (
      select id, count(*) over (partition by person order by captured_at ${span}) as total
      from referred
    ), counts as (
      select person, id, captured_at, alike,
        count(*) over (partition by person, alike order by captured_at ${span}) as times from likes
    ), crowds as (
      select counts.person, counts.alike, counts.captured_at from counts join totals using (id)
      where total >= ${sales} and times * 100 > ${percent} * total
    )
    select person, id, (extract(epoch from coalesce(warned_at, captured_at)) * 1000)::float8 as since,
      case when warned_at is not null then 'warning' when is_pair then 'pair' else 'ring' end as doubt
    from (
      select referred.*,
        exists (select 1 from payments back
          where back.referrer_id = referred.buyer_id
            and (back.buyer_id, referred.person) in (select id, group_id from theirs)
            and back.referral_percent > 0 and back.book = ${book} and back.state = 'captured') as is_pair,
        exists (select 1 from likes join crowds using (person, alike)
          where likes.id = referred.id and likes.captured_at <= crowds.captured_at
            and likes.captured_at >= crowds.captured_at - make_interval(days => ${days}::int)) as is_ring
      from referred
    ) looked
    where warned_at is not null or is_pair or is_ring
    order by captured_at, id`)
  const found = new Map<string, DoubtfulReferral[]>()
  for (const { person, id, doubt, since: at } of rows) {
    const doubts = found.get(person) ?? []
    found.set(person, [...doubts, { paymentId: id, doubt, since: new Date(at) }])
  }
  return found
}
