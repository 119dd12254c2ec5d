import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { inLists } from '../../platform/db/groups.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { currentBook } from '../payments/index.ts'
import { planRun } from './preview-run.ts'
import { recordDeed } from './record-deed.ts'
import { recordDelays, tellOfShortBalance } from './record-delays.ts'
import { lastRunAt } from './rules.ts'
import { schedulePayouts } from './schedule-payouts.ts'
import { type PayoutRow, payoutRuns, payouts, type RunRow } from './tables.ts'

/** Fridays at six, UTC. */
export const weeklyRunTask = defineTask({
  name: 'payouts.run',
  retryLimit: 5,
  cron: '0 6 * * 5',
  run: (ctx: Ctx) => startRun(ctx, { dueAt: lastRunAt(ctx.clock.now()), by: 'schedule' }),
})

const TOLD_TOGETHER = 50

interface StartRun {
  /** What cleared until then is paid; a book has one run of each kind and time. */
  dueAt: Date
  by: RunRow['by']
  /** Pays only these creators. */
  only?: readonly string[]
  /** Pays only these creators, and exactly these sums. */
  confirmed?: ReadonlyMap<string, number>
}

/**
 * Schedules every payout of a run, as far as our balance at the vendor covers it, and ends the run;
 * whom it could not pay is a delay that the sweep tries again. A run that was cut off goes on where it
 * ended, with the sums confirmed at first.
 */
export async function startRun(
  ctx: Ctx,
  { dueAt, by, only, confirmed }: StartRun,
): Promise<{ run: RunRow; payouts: PayoutRow[] }> {
  const run = await openRun(ctx, { dueAt, by, confirmed })
  if (!run.endedAt) await payAll(ctx, run, only)
  return { run, payouts: await ctx.db.select().from(payouts).where(eq(payouts.runId, run.id)) }
}

async function payAll(ctx: Ctx, run: RunRow, only?: readonly string[]): Promise<void> {
  // The preview that was confirmed has asked for the balance.
  const lines = run.confirmed ? [] : (await planRun(ctx, run.dueAt, only)).lines
  const due = run.confirmed
    ? Object.keys(run.confirmed)
    : lines.filter(({ payable, ruled }) => payable > 0 || ruled).map((line) => line.principalId)
  const failed = await schedulePayouts(ctx, run, due)
  const short = lines
    .filter(({ delayed }) => delayed > 0)
    .map(({ principalId, delayed }) => ({ principalId, amount: delayed }))
  for (const group of inLists(short, TOLD_TOGETHER)) {
    await inTransaction(ctx, (tx) => recordDelays(tx, run, 'balance', group))
  }
  await inTransaction(ctx, async (tx) => {
    const failures = [...failed.keys()].map((principalId) => ({ principalId, amount: null }))
    await recordDelays(tx, run, 'failure', failures)
    if (short.length > 0) {
      const cents = short.reduce((sum, { amount }) => sum + amount, 0)
      await tellOfShortBalance(tx, run, { creators: short.length, cents })
    }
    await tx.db
      .update(payoutRuns)
      .set({ endedAt: tx.clock.now() })
      .where(and(eq(payoutRuns.id, run.id), isNull(payoutRuns.endedAt)))
  })
}

/** The operator's run stands in the audit log from its first moment. */
async function openRun(ctx: Ctx, { dueAt, by, confirmed }: StartRun): Promise<RunRow> {
  const book = currentBook(ctx)
  return inTransaction(ctx, async (tx) => {
    const [opened] = await tx.db
      .insert(payoutRuns)
      .values({
        id: newId(),
        book,
        dueAt,
        by,
        confirmed: confirmed ? Object.fromEntries(confirmed) : null,
        startedAt: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning()
    if (opened && by === 'operator') {
      const deed = { action: 'start_payout_run', subjectType: 'payout_run' } as const
      await recordDeed(tx, { ...deed, subjectId: opened.id })
    }
    if (opened) return opened
    const [run] = await tx.db
      .select()
      .from(payoutRuns)
      .where(and(eq(payoutRuns.book, book), eq(payoutRuns.by, by), eq(payoutRuns.dueAt, dueAt)))
    if (!run) throw new Error('the run was not written')
    return run
  })
}
