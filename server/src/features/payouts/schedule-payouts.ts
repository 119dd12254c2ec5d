import { currencyHere } from '@vignette/contract/currency.ts'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { inLists } from '../../platform/db/groups.ts'
import { newId } from '../../platform/ids.ts'
import { payouts, type RunRow } from '../../schema/payouts.ts'
import { lockActing, lockFree } from '../identity/index.ts'
import { postPayouts } from '../ledger/index.ts'
import { applyHoldRules } from './apply-hold-rules.ts'
import { paysThisBook } from './find-payout-gateway.ts'
import { findAllotments, writeParts } from './parts.ts'
import { getPositions, lockBalance, lockFreeBalances } from './position.ts'
import { dropDelays } from './record-delays.ts'
import { payableCents } from './rules.ts'
import { sendPayoutTask } from './send-payout.ts'

/** A group's creators are locked for the fraction of a second that its transaction takes. */
const TOGETHER = 100

/**
 * Takes what each creator is paid in a run from the balance and records the payouts, under each
 * creator's locks: the vendor is asked later. Creators go in groups, a transaction each; a group
 * waits for no lock, and who was locked, or whose group failed, is paid alone. Answers the failures.
 */
export async function schedulePayouts(
  ctx: Ctx,
  run: RunRow,
  principalIds: readonly string[],
): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>()
  for (const group of inLists(principalIds, TOGETHER)) {
    for (const id of group.length > 1 ? await scheduleTogether(ctx, run, group) : group) {
      try {
        await schedulePayout(ctx, run, id)
      } catch (error) {
        // Where one creator's payout fails, all other creators are still paid.
        ctx.log.error({ err: error, principalId: id }, 'a payout could not be scheduled')
        failed.set(id, error)
      }
    }
  }
  return failed
}

/** Answers who is left. */
async function scheduleTogether(ctx: Ctx, run: RunRow, group: string[]): Promise<string[]> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const rows = (await lockFree(tx, group)).filter(({ bannedAt }) => bannedAt === null)
      const free = await lockFreeBalances(
        tx,
        rows.map(({ id }) => id),
      )
      await payLocked(tx, run, free)
      return group.filter((id) => !free.includes(id))
    })
  } catch (error) {
    ctx.log.warn({ err: error, creators: group.length }, 'a group of payouts is scheduled singly')
    return group
  }
}

async function schedulePayout(ctx: Ctx, run: RunRow, principalId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const creator = await lockActing(tx, principalId, 'no key update')
    // A visitor was claimed since: the account stands in the list by itself. A deleted account is paid
    // until nothing is left.
    if (creator?.id !== principalId || creator.bannedAt) return
    // No free run by a code begins between the look at the balance and the payout.
    await lockBalance(tx, principalId)
    await payLocked(tx, run, [principalId])
  })
}

async function payLocked(tx: TxCtx, run: RunRow, creators: string[]): Promise<void> {
  const ids = paysThisBook(tx) ? await dropScheduled(tx, run, creators) : []
  if (ids.length === 0) return
  const positions = await getPositions(tx, ids, run.dueAt)
  await applyHoldRules(tx, positions)
  const now = tx.clock.now()
  const rows: Omit<typeof payouts.$inferInsert, 'makeup'>[] = []
  const left = new Set<string>()
  for (const [principalId, position] of positions) {
    const amount = payableCents(position, now)
    const confirmed = run.confirmed?.[principalId]
    // A creator who would be paid another sum than the operator confirmed is left out.
    if (confirmed !== undefined && amount !== confirmed) left.add(principalId)
    else if (amount > 0 && position.accountId) {
      rows.push({
        id: newId(),
        runId: run.id,
        principalId,
        book: run.book,
        currency: currencyHere(),
        gateway: tx.payoutGateway.id,
        accountId: position.accountId,
        amount,
        state: 'scheduled',
        createdAt: now,
        movedAt: now,
      })
    }
  }
  await dropDelays(
    tx,
    ids.filter((id) => !left.has(id)),
  )
  if (rows.length === 0) return
  const amounts = new Map(rows.map(({ principalId, amount }) => [principalId, amount]))
  const allotted = await findAllotments(tx, amounts, run.dueAt)
  const made = rows.map((row) => {
    const allotment = allotted.get(row.principalId)
    if (!allotment) throw new Error('the payout was not allotted')
    return { row: { ...row, makeup: allotment.makeup }, parts: allotment.parts }
  })
  await tx.db.insert(payouts).values(made.map(({ row }) => row))
  await writeParts(
    tx,
    made.map(({ row, parts }) => ({ payoutId: row.id, parts })),
  )
  await postPayouts(
    tx,
    rows.map(({ id, principalId, amount }) => ({
      payoutId: id,
      principalId,
      amount,
      nth: 1,
      book: run.book,
      currency: currencyHere(),
      occurredAt: now,
    })),
  )
  for (const { id } of rows) {
    await tx.queue.send(tx, sendPayoutTask, { payoutId: id }, { singletonKey: id })
  }
}

/** Without those whom this run has paid, and those of whom an earlier payout still waits for the vendor. */
async function dropScheduled(
  ctx: Pick<Ctx, 'db'>,
  run: RunRow,
  principalIds: string[],
): Promise<string[]> {
  const found = await ctx.db
    .select({ principalId: payouts.principalId })
    .from(payouts)
    .where(
      and(
        sql`${payouts.principalId} = any(${sql.param(principalIds)}::uuid[])`,
        eq(payouts.book, run.book),
        eq(payouts.currency, currencyHere()),
        or(eq(payouts.runId, run.id), inArray(payouts.state, ['scheduled', 'sending'])),
      ),
    )
  const scheduled = new Set(found.map(({ principalId }) => principalId))
  return principalIds.filter((id) => !scheduled.has(id))
}
