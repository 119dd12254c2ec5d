import { currencyHere } from '@vignette/contract/currency.ts'
import type { previewPayoutRun as route } from '@vignette/contract/operator-payouts.ts'
import type { PayoutAccountState } from '@vignette/contract/payout-words.ts'
import { and, eq, inArray, sum } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { inLists } from '../../platform/db/groups.ts'
import { derivedId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { GatewayError } from '../../providers/payouts/spec.ts'
import { payouts } from '../../schema/payouts.ts'
import { findPrincipals, listAccountsOf, listStaff, requireStaff } from '../identity/index.ts'
import { type Book, listOwedPrincipals } from '../ledger/index.ts'
import { notify } from '../notices/index.ts'
import { currentBook } from '../payments/index.ts'
import { paysThisBook } from './find-payout-gateway.ts'
import { getPositions } from './position.ts'
import {
  availableCents,
  divideUnpaid,
  fitBalance,
  nextRunAt,
  payableCents,
  type UnpaidLine,
} from './rules.ts'
import { viewLine } from './view-payout.ts'

interface PreviewLine {
  principalId: string
  account: PayoutAccountState
  /** What has cleared. */
  available: number
  /** What a run would pay now. */
  payable: number
  /** What a run would pay if our balance covered it. */
  delayed: number
  /** Since when an earlier run owes it. */
  delayedSince: Date | null
  /** Whether a rule holds money, which a run writes down. */
  ruled: boolean
  /** Why the rest of the cleared money would stay. */
  stays: UnpaidLine[]
}

/** What a run would do. */
interface RunPlan {
  lines: PreviewLine[]
  /** What the vendor can send of our balance; null where the vendor holds none, or does not tell. */
  balance: number | null
  /** How much the balance lacks. */
  short: number
}

const STAYS = new Set(['clearing', 'new_creator', 'dispute', 'next_run', 'delayed', 'in_transit'])
/** So many positions are read by one statement of each kind. */
const READ_TOGETHER = 500

/** What a run would pay of what had cleared at a moment, and what it would leave and why; changes nothing. */
export async function previewRun(ctx: Ctx, at = ctx.clock.now()): Promise<PreviewLine[]> {
  return (await planRun(ctx, at)).lines
}

/** The same with the balance that it is paid from; of these creators, or of all who are owed money. */
export async function planRun(
  ctx: Ctx,
  at: Date,
  only?: readonly string[],
  /** The moment of the run, where that is still to come. */
  now = ctx.clock.now(),
): Promise<RunPlan> {
  const lines: PreviewLine[] = []
  const creators = only ?? (await listCreatorsOwed(ctx, currentBook(ctx), at))
  for (const group of inLists(creators, READ_TOGETHER)) {
    for (const [principalId, position] of await getPositions(ctx, group, at)) {
      lines.push({
        principalId,
        account: position.account?.state ?? 'none',
        available: availableCents(position),
        payable: payableCents(position, now),
        delayed: 0,
        delayedSince: position.delayedSince,
        ruled: position.ruleHolds.length > 0,
        stays: divideUnpaid(position, now).filter(({ reason }) => !STAYS.has(reason)),
      })
    }
  }
  const { total } = sumPreview(lines)
  const balance = total > 0 ? await findBalance(ctx) : null
  if (balance === null) return { lines, balance, short: 0 }
  return { lines: fitBalance(lines, balance), balance, short: Math.max(0, total - balance) }
}

/** How much a run would pay, and to how many creators. */
export function sumPreview(lines: readonly { payable: number }[]): {
  total: number
  payouts: number
} {
  const paid = lines.filter(({ payable }) => payable > 0)
  return { total: paid.reduce((sum, { payable }) => sum + payable, 0), payouts: paid.length }
}

/** Without what recorded payouts will take. A vendor that does not tell still refuses what it cannot pay. */
async function findBalance(ctx: Ctx): Promise<number | null> {
  if (!paysThisBook(ctx)) return null
  try {
    const balance = await ctx.payoutGateway.getBalance()
    if (!balance) return null
    const [waiting] = await ctx.db
      .select({ cents: sum(payouts.amount).mapWith(Number) })
      .from(payouts)
      .where(
        and(
          eq(payouts.book, currentBook(ctx)),
          eq(payouts.gateway, ctx.payoutGateway.id),
          inArray(payouts.state, ['scheduled', 'sending']),
        ),
      )
    return (balance.get(currencyHere()) ?? 0) - (waiting?.cents ?? 0)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn({ err: error }, 'the vendor of payouts did not tell our balance')
    return null
  }
}

export async function previewPayoutRun(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'previewPayoutRun')
  const at = ctx.clock.now()
  const { lines, balance, short } = await planRun(ctx, at)
  const people = await findPrincipals(
    ctx,
    lines.map(({ principalId }) => principalId),
  )
  return {
    test_mode: ctx.gateway.testMode,
    vendor: ctx.payoutGateway.id,
    at: at.toISOString(),
    ...sumPreview(lines),
    balance,
    short,
    creators: lines.map(({ principalId, account, available, payable, stays }) => ({
      principal_id: principalId,
      handle: people.get(principalId)?.handle ?? '',
      account,
      available,
      payable,
      stays: stays.map(viewLine),
    })),
  }
}

/** The accounts that cleared money belongs to: a claimed visitor's money is the account's. */
export async function listCreatorsOwed(
  ctx: Pick<Ctx, 'db'>,
  book: Book,
  at: Date,
): Promise<string[]> {
  return listAccountsOf(ctx, await listOwedPrincipals(ctx, { book, currency: currencyHere() }, at))
}

/** A day before the weekly run. */
export const warnOperatorsTask = defineTask({
  name: 'payouts.warn',
  retryLimit: 3,
  cron: '0 6 * * 4',
  run: (ctx: Ctx) => warnOperators(ctx),
})

/** Tells the operators where the balance of today does not cover what Friday's run would pay. */
export async function warnOperators(ctx: Ctx): Promise<void> {
  const dueAt = nextRunAt(ctx.clock.now())
  const { short, balance } = await planRun(ctx, dueAt, undefined, dueAt)
  if (short === 0 || balance === null) return
  await inTransaction(ctx, async (tx) => {
    for (const to of await listStaff(tx, 'finance')) {
      await notify(tx, {
        to,
        kind: 'payouts_short',
        subjectId: derivedId('payouts short', currentBook(tx), dueAt.toISOString(), to),
        facts: { short, balance, due: dueAt.toISOString(), test: currentBook(tx) !== 'live' },
      })
    }
  })
}
