import { REFERRAL_RING } from '@vignette/contract/referral-ring.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { OfPerson } from './find-sale-doubts.ts'
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

/** What is unusual about the sales for which one person is paid a commission, in one book. */
export async function findReferralDoubts(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { ownerIds, book }: OfPerson,
): Promise<DoubtfulReferral[]> {
  const since = new Date(ctx.clock.now().getTime() - LOOK_BACK.days * 24 * HOUR_MS).toISOString()
  const { sales, percent, days } = REFERRAL_RING
  const span = sql`range between make_interval(days => ${days}::int) preceding and current row`
  const { rows } = await ctx.db.execute<{
    id: string
    doubt: DoubtfulReferral['doubt']
    since: number
  }>(sql`
    with referred as (
      select id, buyer_id, creator_id, card, wider_network, captured_at,
        (select min(at) from payment_events where payment_id = payments.id
          and name = 'gateway.warning') as warned_at
      from payments
      where referrer_id in ${ownerIds} and referral_percent > 0 and book = ${book}
        and state = 'captured' and captured_at >= ${since}::timestamptz
    ), likes as (
      select id, captured_at, 'creator ' || creator_id as alike from referred
      union all
      select id, captured_at, 'card ' || card from referred where card is not null
      union all
      select id, captured_at, 'network ' || wider_network from referred where wider_network is not null
    ), totals as (
      select id, count(*) over (order by captured_at ${span}) as total from referred
    ), counts as (
      select id, captured_at, alike,
        count(*) over (partition by alike order by captured_at ${span}) as times from likes
    ), crowds as (
      select counts.alike, counts.captured_at from counts join totals using (id)
      where total >= ${sales} and times * 100 > ${percent} * total
    )
    select id, (extract(epoch from coalesce(warned_at, captured_at)) * 1000)::float8 as since,
      case when warned_at is not null then 'warning' when is_pair then 'pair' else 'ring' end as doubt
    from (
      select referred.*,
        exists (select 1 from payments back
          where back.referrer_id = referred.buyer_id and back.buyer_id in ${ownerIds}
            and back.referral_percent > 0 and back.book = ${book} and back.state = 'captured') as is_pair,
        exists (select 1 from likes join crowds using (alike)
          where likes.id = referred.id and likes.captured_at <= crowds.captured_at
            and likes.captured_at >= crowds.captured_at - make_interval(days => ${days}::int)) as is_ring
      from referred
    ) looked
    where warned_at is not null or is_pair or is_ring
    order by captured_at, id`)
  return rows.map(({ id, doubt, since: at }) => ({ paymentId: id, doubt, since: new Date(at) }))
}
