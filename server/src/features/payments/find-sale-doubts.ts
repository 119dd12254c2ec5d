import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Groups, groupedTable } from '../../platform/db/groups.ts'
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
export interface SaleDoubts {
  sales: DoubtfulSale[]
  weeks: CrowdedWeek[]
  /** Disputes of the last 90 days that were not won, newest first, where their part of the sales is too large. */
  disputed: string[]
  /** The sales whose money waits longer where disputes took too large a part. */
  recent: string[]
  /** Open disputes of any time, newest first. */
  open: string[]
}

/** Persons by id, with all principals that each of them is, and the book that is looked at. */
export interface OfPeople {
  people: Groups
  book: string
}

/** By the person's id; a person without doubts is there too. */
export async function findSaleDoubts(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  of: OfPeople,
): Promise<Map<string, SaleDoubts>> {
  const found = new Map<string, SaleDoubts>()
  for (const person of of.people.keys()) {
    found.set(person, { sales: [], weeks: [], disputed: [], recent: [], open: [] })
  }
  if (found.size === 0) return found
  for (const { person, ...sale } of await listDoubtful(ctx, of)) found.get(person)?.sales.push(sale)
  for (const { person, ...week } of await listCrowdedWeeks(ctx, of)) {
    found.get(person)?.weeks.push(week)
  }
  const disputes = await listDisputesOf(ctx, of)
  for (const { person, id, state } of disputes) {
    if (state === 'opened') found.get(person)?.open.push(id)
  }
  for (const [person, weighed] of await weighDisputes(ctx, of, disputes)) {
    Object.assign(found.get(person) ?? {}, weighed)
  }
  return found
}

const daysAgo = (ctx: Pick<Ctx, 'clock'>, days: number) =>
  new Date(ctx.clock.now().getTime() - days * DAY_MS).toISOString()

/** The sales of each person since then: rows of `payments`, and of `grouped` for the person. */
const soldSince = ({ people, book }: OfPeople, since: string) =>
  sql`${groupedTable(people)} join payments on creator_id = grouped.id
    and book = ${book} and state = 'captured' and captured_at >= ${since}::timestamptz`

async function listDoubtful(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  of: OfPeople,
): Promise<(DoubtfulSale & { person: string })[]> {
  const { rows } = await ctx.db.execute<{
    person: string
    id: string
    doubt: DoubtfulSale['doubt']
    since: number
  }>(
    sql`
      with theirs as materialized (select id, group_id from ${groupedTable(of.people)}),
      sold as (
        select grouped.group_id as person, payments.id, captured_at, likeness,
          (buyer_id, grouped.group_id) in (select id, group_id from theirs) as own,
          (select min(at) from payment_events where payment_id = payments.id
            and name = 'gateway.warning') as warned_at
        from ${soldSince(of, daysAgo(ctx, LOOK_BACK.days))}
      )
      select person, id, (extract(epoch from coalesce(warned_at, captured_at)) * 1000)::float8 as since,
        case when warned_at is not null then 'warning' when own then 'own' else likeness end as doubt
      from sold where warned_at is not null or own or likeness is not null
      order by captured_at, id`,
  )
  return rows.map(({ person, id, doubt, since }) => {
    return { person, paymentId: id, doubt, since: new Date(since) }
  })
}

/** What was refunded or disputed in full is no sale here. */
async function listCrowdedWeeks(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  of: OfPeople,
): Promise<(CrowdedWeek & { person: string })[]> {
  const { sales, percent } = CONCENTRATION
  const { rows } = await ctx.db.execute<{
    person: string
    monday: string
    by: string
    ids: string[]
  }>(sql`
    with sold as (
      select grouped.group_id as person, payments.id, buyer_id, prepaid,
        to_char(date_trunc('week', captured_at at time zone 'UTC'), 'YYYY-MM-DD') as monday
      from ${soldSince(of, daysAgo(ctx, 7 * LOOK_BACK.weeks))}
      where captured > refunded + disputed
    ), weeks as (
      select person, monday, count(*) as total from sold
      group by person, monday having count(*) >= ${sales}
    ), parts as (
      select person, monday, buyer_id::text as by, id from sold
      union all
      select person, monday, 'prepaid', id from sold where prepaid
    )
    select person, monday, parts.by, array_agg(parts.id::text order by parts.id) as ids
    from weeks join parts using (person, monday)
    group by person, monday, weeks.total, parts.by
    having count(*) * 100 > ${percent} * weeks.total
    order by monday, parts.by`)
  return rows.map(({ person, monday, by, ids }) => ({
    person,
    monday: new Date(`${monday}T00:00:00Z`),
    by,
    paymentIds: ids,
  }))
}

interface KnownDispute extends Record<string, unknown> {
  person: string
  id: string
  state: string
  recent: boolean
}

async function listDisputesOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { people, book }: OfPeople,
): Promise<KnownDispute[]> {
  const { rows } = await ctx.db.execute<KnownDispute>(sql`
    select grouped.group_id as person, d.id, d.state, d.created_at >= ${daysAgo(ctx, DISPUTES.days)}::timestamptz as recent
    from ${groupedTable(people)} join payments p on p.creator_id = grouped.id
    join payment_disputes d on d.payment_id = p.id
    where p.book = ${book} and d.state in ('opened', 'lost')
    order by d.created_at desc, d.id desc`)
  return rows
}

async function weighDisputes(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { people, book }: OfPeople,
  disputes: readonly KnownDispute[],
): Promise<Map<string, Pick<SaleDoubts, 'disputed' | 'recent'>>> {
  const much = new Map<string, Pick<SaleDoubts, 'disputed' | 'recent'>>()
  const disputed = Map.groupBy(
    disputes.filter(({ recent }) => recent),
    ({ person }) => person,
  )
  if (disputed.size === 0) return much
  const whose = new Map([...disputed.keys()].map((person) => [person, people.get(person) ?? []]))
  const waits = daysAgo(ctx, DISPUTES.waitDays)
  const { rows } = await ctx.db.execute<{
    person: string
    sales: string
    recent: string[] | null
  }>(sql`
    select grouped.group_id as person, count(*) as sales,
      array_agg(payments.id::text order by payments.id)
        filter (where captured_at >= ${waits}::timestamptz) as recent
    from ${soldSince({ people: whose, book }, daysAgo(ctx, DISPUTES.days))} group by 1`)
  for (const { person, sales, recent } of rows) {
    const ids = disputed.get(person)?.map(({ id }) => id) ?? []
    const isMuch =
      Number(sales) >= DISPUTES.sales && ids.length * 100 > DISPUTES.percent * Number(sales)
    if (isMuch) much.set(person, { disputed: ids, recent: recent ?? [] })
  }
  return much
}
