import { and, eq, gte, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import type { TransferView } from '../../providers/payouts/spec.ts'
import { type PayoutRow, payouts } from '../../schema/payouts.ts'
import { listAccountTotals } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { settlePayout } from './settle-payout.ts'

export const comparePayoutsTask = defineTask({
  name: 'payouts.compare',
  retryLimit: 2,
  cron: '53 3 * * *',
  run: (ctx: Ctx) => comparePayouts(ctx),
})

interface PayoutDifference {
  payoutId: string | null
  ours: string
  theirs: string
}

const DAYS = 40

/**
 * Compares each payout of the last weeks with the vendor's transfers, and what the ledger has in
 * transit with the payouts that wait. The vendor's word on a payout is settled; the difference is told.
 */
export async function comparePayouts(ctx: Ctx): Promise<PayoutDifference[]> {
  const since = hoursAgo(ctx, DAYS * 24)
  const book = currentBook(ctx)
  const rows = await ctx.db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.book, book),
        eq(payouts.gateway, ctx.payoutGateway.id),
        gte(payouts.createdAt, since),
      ),
    )
  const ours = new Map(rows.map((row) => [row.id, row]))
  const theirs = new Map<string, TransferView>()
  const found: PayoutDifference[] = []
  for await (const view of ctx.payoutGateway.listTransfers(since)) {
    if (view.payoutId === null) continue
    const double = theirs.get(view.payoutId)
    if (double && double.transferId !== view.transferId) {
      found.push(differenceOf(view.payoutId, 'one transfer', `another: ${view.transferId}`))
    }
    theirs.set(view.payoutId, view)
    if (!ours.has(view.payoutId)) found.push(differenceOf(view.payoutId, 'nothing', describe(view)))
  }
  for (const row of rows) {
    const view = theirs.get(row.id)
    const difference = comparePayout(row, view)
    if (difference) found.push(difference)
    if (difference && view) await settlePayout(ctx, row.id, { transfer: view })
  }
  found.push(...(await compareLedger(ctx)))
  for (const difference of found) {
    ctx.log.error({ difference }, 'payouts and the vendor differ')
  }
  return found
}

function comparePayout(row: PayoutRow, view: TransferView | undefined): PayoutDifference | null {
  const sent = row.transferId !== null && row.state !== 'failed'
  const waits = row.state === 'scheduled' || row.state === 'sending'
  if (!view) return sent ? differenceOf(row.id, row.state, 'no transfer') : null
  // A payout made by hand has no vendor to compare with: the operator's word stands in this database only.
  const same =
    view.amount === row.amount &&
    view.currency === row.currency &&
    (view.reversed === row.reversed || row.gateway === 'manual')
  return (sent && same) || waits ? null : differenceOf(row.id, row.state, describe(view))
}

/** Money in transit belongs to a payout that waits for the vendor. */
async function compareLedger(ctx: Ctx): Promise<PayoutDifference[]> {
  const book = currentBook(ctx)
  const totals = await listAccountTotals(ctx, book)
  const posted = totals.reduce(
    (sum, { kind, amount }) => sum - (kind === 'in_transit' ? amount : 0),
    0,
  )
  const waiting = await ctx.db
    .select({ amount: payouts.amount })
    .from(payouts)
    .where(and(eq(payouts.book, book), inArray(payouts.state, ['scheduled', 'sending'])))
  const sum = waiting.reduce((total, { amount }) => total + amount, 0)
  return posted === sum
    ? []
    : [differenceOf(null, `payouts that wait: ${sum}`, `in transit in the ledger: ${posted}`)]
}

function describe({ amount, reversed, state }: TransferView): string {
  return `${state}, ${amount} less ${reversed}`
}

function differenceOf(payoutId: string | null, ours: string, theirs: string): PayoutDifference {
  return { payoutId, ours, theirs }
}
