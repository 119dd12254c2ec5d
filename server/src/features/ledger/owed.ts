import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Groups, groupedTable } from '../../platform/db/groups.ts'
import { EFFECT, type EntryKind } from '../../schema/ledger-kinds.ts'
import type { Money } from './book.ts'
import { commissionCents, owedCents, type Sale } from './rules.ts'

/** The part of a creator's balance that clears on one day. */
interface PendingDay {
  /** UTC, `2026-11-27`. */
  day: string
  /** Days between the sale and its clearing. */
  waits: number
  /** Of sales that were asked for apart. */
  apart?: true
  amount: number
}

/** What one person is owed, in one book and currency. */
interface Owed {
  /** Credits less payouts; negative where more was paid than is owed. */
  balance: number
  /** The parts of the balance that clear after the given time, in order. */
  pending: PendingDay[]
  /** The creator's part of open disputes, which is not in the balance. */
  setAside: number
}

/** Sums all principals of one person, as of a time of clearing. */
export async function getOwed(
  ctx: Pick<Ctx, 'db'>,
  ownerIds: readonly string[],
  money: Money,
  at: Date,
): Promise<Owed> {
  const person = ownerIds[0] ?? ''
  const owed = await getOwedBy(ctx, new Map([[person, ownerIds]]), money, { at })
  return owed.get(person) ?? { balance: 0, pending: [], setAside: 0 }
}

/** What each of these persons is owed, as `getOwed`. */
export async function getOwedBy(
  ctx: Pick<Ctx, 'db'>,
  people: Groups,
  money: Money,
  { at, apart = [] }: { at: Date; apart?: readonly string[] },
): Promise<Map<string, Owed>> {
  const theirs = sql`${groupedTable(people)}
    join ledger_accounts account on account.owner_id = grouped.id
      and account.currency = ${money.currency} and account.book = ${money.book}
    join ledger_postings posting on posting.account_id = account.id`
  const { rows: totals } = await ctx.db.execute<{ person: string; balance: string }>(sql`
    select grouped.group_id as person, sum(-posting.amount) as balance from ${theirs} group by 1`)
  const { rows: pending } = await ctx.db.execute<{
    person: string
    day: string
    waits: string
    apart: boolean
    amount: string
  }>(sql`
    select grouped.group_id as person,
      to_char(posting.clears_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      round(extract(epoch from posting.clears_at - (select min(capture.occurred_at)
        from ledger_entries capture
        where capture.payment_id = entry.payment_id and capture.kind = 'capture')) / 86400) as waits,
      coalesce(entry.payment_id = any(${sql.param([...apart])}::uuid[]), false) as apart,
      sum(-posting.amount) as amount
    from ${theirs}
    join ledger_entries entry on entry.id = posting.entry_id
    where posting.clears_at > ${at.toISOString()}::timestamptz
    group by 1, 2, 3, 4 having sum(posting.amount) <> 0 order by 1, 2, 3, 4`)
  const setAside = await sumSetAside(ctx, people, money)
  const owed = new Map<string, Owed>()
  for (const person of people.keys()) {
    owed.set(person, { balance: 0, pending: [], setAside: setAside.get(person) ?? 0 })
  }
  for (const { person, balance } of totals) {
    const row = owed.get(person)
    if (row) row.balance = Number(balance)
  }
  for (const { person, day, waits, apart: isApart, amount } of pending) {
    const sums = { waits: Number(waits), amount: Number(amount) }
    owed.get(person)?.pending.push({ day, ...sums, ...(isApart && { apart: true }) })
  }
  return owed
}

/** An entry of a disputed sale; `sold` and `referred` tell what the person got from it. */
interface DisputedEntry extends Record<string, unknown> {
  person: string
  paymentId: string
  kind: string
  entryAmount: string
  contested: string
  tax: string
  sharePercent: number
  percent: number | null
  covered: number | null
  sold: boolean
  referred: boolean
}

/** Each person's part of the money that open disputes hold: what is owed again if all are won. */
async function sumSetAside(
  ctx: Pick<Ctx, 'db'>,
  people: Groups,
  money: Money,
): Promise<Map<string, number>> {
  const { rows } = await ctx.db.execute<DisputedEntry>(sql`
    with theirs as materialized (select id, group_id from ${groupedTable(people)}),
    disputed as materialized (
      select distinct theirs.group_id as person, entry.payment_id
      from theirs
      join ledger_accounts account on account.owner_id = theirs.id
        and account.currency = ${money.currency} and account.book = ${money.book}
      join ledger_postings posting on posting.account_id = account.id
      join ledger_entries entry on entry.id = posting.entry_id
      where entry.kind like 'dispute%'
    )
    select disputed.person, entry.payment_id as "paymentId", entry.kind,
      entry.amount as "entryAmount",
      coalesce(sum(posting.amount) filter (where account.kind = 'contested'), 0) as contested,
      coalesce(sum(-posting.amount) filter (where account.kind = 'tax_payable'), 0) as tax,
      max(posting.share_percent) as "sharePercent",
      max(posting.commission_percent) as percent,
      max(posting.commission_covered) as covered,
      coalesce(bool_or(theirs.id is not null and posting.share_percent is not null), false) as sold,
      coalesce(bool_or(theirs.id is not null and posting.commission_percent is not null), false) as referred
    from disputed
    join ledger_entries entry on entry.payment_id = disputed.payment_id
    join ledger_postings posting on posting.entry_id = entry.id
    join ledger_accounts account on account.id = posting.account_id
    left join theirs on theirs.id = account.owner_id and theirs.group_id = disputed.person
    group by disputed.person, entry.id`)
  const totals = new Map<string, number>()
  const sales = Map.groupBy(rows, ({ person, paymentId }) => `${person} ${paymentId}`)
  for (const entries of sales.values()) {
    const [first] = entries
    if (first) totals.set(first.person, (totals.get(first.person) ?? 0) + setAsideOf(entries))
  }
  return totals
}

function setAsideOf(entries: readonly DisputedEntry[]): number {
  const sale: Sale = { captured: 0, refunded: 0, disputed: 0, tax: 0, sharePercent: 0 }
  let contested = 0
  let [sold, referred] = [false, false]
  for (const entry of entries) {
    const effect = EFFECT[entry.kind as EntryKind]
    if (effect) sale[effect.on] += effect.sign * Number(entry.entryAmount)
    contested += Number(entry.contested)
    if (entry.kind !== 'capture') continue
    sale.sharePercent = entry.sharePercent
    sale.tax = Number(entry.tax)
    if (entry.percent !== null && entry.covered !== null) {
      sale.commission = { percent: entry.percent, covered: entry.covered }
    }
    sold = entry.sold
    referred = entry.referred
  }
  const won = { ...sale, disputed: sale.disputed - contested }
  return (
    (sold ? owedCents(won) - owedCents(sale) : 0) +
    (referred ? commissionCents(won) - commissionCents(sale) : 0)
  )
}
