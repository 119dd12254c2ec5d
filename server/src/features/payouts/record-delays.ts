import { and, eq, inArray, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import { payoutDelays, type RunRow } from '../../schema/payouts.ts'
import { listStaff } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { currentBook } from '../payments/index.ts'
import { notifyOfDelay } from './notices.ts'

type Run = Pick<RunRow, 'id' | 'book' | 'confirmed'>

interface Delay {
  principalId: string
  /** What would have been paid; null where that was not reached. */
  amount: number | null
}

/**
 * Writes down whom a run has not paid for a reason of ours; the sweep tries them again. A creator
 * whom our balance does not cover is told, once a run.
 */
export async function recordDelays(
  tx: TxCtx,
  run: Run,
  cause: 'failure' | 'balance',
  delays: readonly Delay[],
): Promise<void> {
  if (delays.length === 0) return
  const now = tx.clock.now()
  await tx.db
    .insert(payoutDelays)
    .values(
      delays.map((delay) => ({
        ...delay,
        book: run.book,
        runId: run.id,
        cause,
        since: now,
        triedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [payoutDelays.principalId, payoutDelays.book],
      set: {
        // A run of confirmed sums pays no other sum, so the run that pays any sum stays named.
        ...(run.confirmed ? {} : { runId: sql`excluded.run_id` }),
        cause: sql`excluded.cause`,
        amount: sql`excluded.amount`,
        triedAt: sql`excluded.tried_at`,
      },
    })
  if (cause === 'failure') return
  for (const { principalId, amount } of delays) {
    if (amount) await notifyOfDelay(tx, { runId: run.id, principalId, amount, book: run.book })
  }
}

/** Each operator hears of a run that our balance does not cover, once. */
export async function notifyOfShortBalance(
  tx: TxCtx,
  run: Pick<RunRow, 'id' | 'book'>,
  { creators, cents }: { creators: number; cents: number },
): Promise<void> {
  for (const to of await listStaff(tx, 'finance')) {
    await notify(tx, {
      to,
      kind: 'payouts_delayed',
      subjectId: derivedId('payouts delayed', run.id, to),
      facts: { creators, cents, test: run.book !== 'live' },
    })
  }
}

/** Of creators who were paid, or have nothing to be paid. */
export async function dropDelays(tx: TxCtx, principalIds: string[]): Promise<void> {
  if (principalIds.length === 0) return
  await tx.db
    .delete(payoutDelays)
    .where(
      and(eq(payoutDelays.book, currentBook(tx)), inArray(payoutDelays.principalId, principalIds)),
    )
}
