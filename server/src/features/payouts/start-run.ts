import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { currentBook } from '../payments/index.ts'
import { listCreatorsOwed } from './list-creators-owed.ts'
import { recordDeed } from './record-deed.ts'
import { lastRunAt } from './rules.ts'
import { schedulePayout } from './schedule-payout.ts'
import { type PayoutRow, payoutRuns, payouts, type RunRow } from './tables.ts'

/** Fridays at six, UTC. */
export const weeklyRunTask = defineTask({
  name: 'payouts.run',
  retryLimit: 5,
  cron: '0 6 * * 5',
  run: (ctx: Ctx) => startRun(ctx, { dueAt: lastRunAt(ctx.clock.now()), by: 'schedule' }),
})

interface StartRun {
  /** What cleared until then is paid; a book has one run of each kind and time. */
  dueAt: Date
  by: RunRow['by']
  /** Pays only these creators. */
  only?: readonly string[]
  /** Pays only these creators, and exactly these sums. */
  confirmed?: ReadonlyMap<string, number>
}

/** Schedules every payout of a run; begun again, the run goes on where it ended, with the sums confirmed at first. */
export async function startRun(
  ctx: Ctx,
  { dueAt, by, only, confirmed }: StartRun,
): Promise<{ run: RunRow; payouts: PayoutRow[] }> {
  const run = await openRun(ctx, { dueAt, by, confirmed })
  if (!run.endedAt) {
    const sums = run.confirmed && new Map(Object.entries(run.confirmed))
    const named = only ?? (sums && [...sums.keys()])
    const creators = named ?? (await listCreatorsOwed(ctx, run.book, dueAt))
    let failure: unknown
    for (const principalId of creators) {
      try {
        await schedulePayout(ctx, run, principalId, sums?.get(principalId))
      } catch (error) {
        // Where one creator's payout fails, all other creators are still paid.
        ctx.log.error({ err: error, principalId }, 'a payout could not be scheduled')
        failure = error
      }
    }
    if (failure) throw failure
    await ctx.db
      .update(payoutRuns)
      .set({ endedAt: ctx.clock.now() })
      .where(and(eq(payoutRuns.id, run.id), isNull(payoutRuns.endedAt)))
  }
  return { run, payouts: await ctx.db.select().from(payouts).where(eq(payouts.runId, run.id)) }
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
