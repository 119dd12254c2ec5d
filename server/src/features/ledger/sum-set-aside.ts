import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Groups, groupedTable } from '../../platform/db/groups.ts'
import type { Money } from './book.ts'
import { EFFECT } from './effect.ts'
import type { EntryKind } from './entry-kind.ts'
import { commissionCents, owedCents, type Sale } from './rules.ts'

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
export async function sumSetAside(
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
