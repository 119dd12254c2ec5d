import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { CONCENTRATION, DISPUTES, HOUR_MS, LOOK_BACK } from './rules.ts'

const DAY_MS = 24 * HOUR_MS

interface DoubtfulSale {
  paymentId: string
  /** `own`: the creator bought the sale as a visitor, and signed in later; `warning`: the card network warned of fraud. */
  doubt: 'warning' | 'own' | 'card' | 'network'
  /** The time of the sale, or of the warning. */
  since: Date
}

/** A week (from Monday, UTC) of whose sales one buyer, or prepaid cards, paid too large a part. */
interface CrowdedWeek {
  monday: Date
  by: string
  paymentIds: string[]
}

/** What is unusual about the sales of one person, in one book. */
interface SaleDoubts {
  sales: DoubtfulSale[]
  weeks: CrowdedWeek[]
  /** Disputes of the last 90 days that were not won, newest first, where their part of the sales is too large. */
  disputed: string[]
  /** The sales whose money waits longer where disputes took too large a part. */
  recent: string[]
  /** Open disputes of any time, newest first. */
  open: string[]
}

export interface OfPerson {
  ownerIds: string[]
  book: string
}

export async function findSaleDoubts(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  person: OfPerson,
): Promise<SaleDoubts> {
  const disputes = await listDisputesOf(ctx, person)
  const { disputed, recent } = await weighDisputes(ctx, person, disputes)
  return {
    sales: await listDoubtful(ctx, person),
    weeks: await listCrowdedWeeks(ctx, person),
    disputed,
    recent,
    open: disputes.filter(({ state }) => state === 'opened').map(({ id }) => id),
  }
}

const daysAgo = (ctx: Pick<Ctx, 'clock'>, days: number) =>
  new Date(ctx.clock.now().getTime() - days * DAY_MS).toISOString()

const soldSince = ({ ownerIds, book }: OfPerson, since: string) =>
  sql`creator_id in ${ownerIds} and book = ${book} and state = 'captured'
    and captured_at >= ${since}::timestamptz`

async function listDoubtful(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  person: OfPerson,
): Promise<DoubtfulSale[]> {
  const { rows } = await ctx.db.execute<{
    id: string
    doubt: DoubtfulSale['doubt']
    since: number
  }>(
    sql`
      with sold as (
        select id, captured_at, likeness, buyer_id in ${person.ownerIds} as own,
          (select min(at) from payment_events where payment_id = payments.id
            and name = 'gateway.warning') as warned_at
        from payments where ${soldSince(person, daysAgo(ctx, LOOK_BACK.days))}
      )
      select id, (extract(epoch from coalesce(warned_at, captured_at)) * 1000)::float8 as since,
        case when warned_at is not null then 'warning' when own then 'own' else likeness end as doubt
      from sold where warned_at is not null or own or likeness is not null
      order by captured_at, id`,
  )
  return rows.map(({ id, doubt, since }) => ({ paymentId: id, doubt, since: new Date(since) }))
}

/** What was refunded or disputed in full is no sale here. */
async function listCrowdedWeeks(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  person: OfPerson,
): Promise<CrowdedWeek[]> {
  const { sales, percent } = CONCENTRATION
  const { rows } = await ctx.db.execute<{ monday: string; by: string; ids: string[] }>(sql`
    with sold as (
      select id, buyer_id, prepaid,
        to_char(date_trunc('week', captured_at at time zone 'UTC'), 'YYYY-MM-DD') as monday
      from payments
      where ${soldSince(person, daysAgo(ctx, 7 * LOOK_BACK.weeks))}
        and captured > refunded + disputed
    ), weeks as (
      select monday, count(*) as total from sold group by monday having count(*) >= ${sales}
    ), parts as (
      select monday, buyer_id::text as by, id from sold
      union all
      select monday, 'prepaid', id from sold where prepaid
    )
    select weeks.monday, parts.by, array_agg(parts.id::text order by parts.id) as ids
    from weeks join parts using (monday)
    group by weeks.monday, weeks.total, parts.by
    having count(*) * 100 > ${percent} * weeks.total
    order by weeks.monday, parts.by`)
  return rows.map(({ monday, by, ids }) => ({
    monday: new Date(`${monday}T00:00:00Z`),
    by,
    paymentIds: ids,
  }))
}

interface KnownDispute {
  id: string
  state: string
  recent: boolean
}

async function listDisputesOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { ownerIds, book }: OfPerson,
): Promise<KnownDispute[]> {
  const { rows } = await ctx.db.execute<{ id: string; state: string; recent: boolean }>(sql`
    select d.id, d.state, d.created_at >= ${daysAgo(ctx, DISPUTES.days)}::timestamptz as recent
    from payment_disputes d join payments p on p.id = d.payment_id
    where p.creator_id in ${ownerIds} and p.book = ${book} and d.state in ('opened', 'lost')
    order by d.created_at desc, d.id desc`)
  return rows
}

async function weighDisputes(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  person: OfPerson,
  disputes: readonly KnownDispute[],
): Promise<Pick<SaleDoubts, 'disputed' | 'recent'>> {
  const disputed = disputes.filter(({ recent }) => recent).map(({ id }) => id)
  if (disputed.length === 0) return { disputed: [], recent: [] }
  const since = daysAgo(ctx, DISPUTES.days)
  const waits = daysAgo(ctx, DISPUTES.waitDays)
  const { rows } = await ctx.db.execute<{ sales: string; recent: string[] | null }>(sql`
    select count(*) as sales,
      array_agg(id::text order by id) filter (where captured_at >= ${waits}::timestamptz) as recent
    from payments where ${soldSince(person, since)}`)
  const sales = Number(rows[0]?.sales ?? 0)
  const isMuch = sales >= DISPUTES.sales && disputed.length * 100 > DISPUTES.percent * sales
  return isMuch ? { disputed, recent: rows[0]?.recent ?? [] } : { disputed: [], recent: [] }
}
