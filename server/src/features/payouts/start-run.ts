import { formatCents } from '@vignette/contract/money.ts'
import type { startPayoutRun as route } from '@vignette/contract/operator-payouts.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { inLists } from '../../platform/db/groups.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { type PayoutRow, payoutRuns, payouts, type RunRow } from '../../schema/payouts.ts'
import { requireStaff } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { recordAction } from './audit.ts'
import { planRun, sumPreview } from './preview-run.ts'
import { notifyOfShortBalance, recordDelays } from './record-delays.ts'
import { lastRunAt } from './rules.ts'
import { schedulePayouts } from './schedule-payouts.ts'
import { viewPayout } from './view-payout.ts'

const TOLD_TOGETHER = 50

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
      await notifyOfShortBalance(tx, run, { creators: short.length, cents })
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
      const what = { action: 'start_payout_run', subjectType: 'payout_run' } as const
      await recordAction(tx, { ...what, subjectId: opened.id })
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

/**
 * Pays exactly the creators and sums of the preview that the operator confirmed, out of what had
 * cleared at its moment: on a busy day something clears every minute.
 */
export async function startPayoutRun(
  ctx: Ctx,
  confirmed: z.output<(typeof route)['body']>,
): Promise<z.input<(typeof route)['answer']>> {
  const adminId = requireStaff(ctx, 'startPayoutRun')
  const at = momentOf(ctx, confirmed.at)
  const { lines } = await planRun(ctx, at)
  const paid = lines.filter(({ payable }) => payable > 0)
  const now = sumPreview(paid)
  if (now.total !== confirmed.total || now.payouts !== confirmed.payouts) throw changed(now)
  const { run, payouts } = await startRun(ctx, {
    dueAt: at,
    by: 'operator',
    confirmed: new Map(paid.map(({ principalId, payable }) => [principalId, payable])),
  })
  // Another run took the money after the check above.
  if (payouts.length === 0) throw changed({ total: 0, payouts: 0 })
  ctx.log.info({ adminId, runId: run.id, payouts: payouts.length }, 'a payout run')
  return {
    run_id: run.id,
    total: payouts.reduce((sum, { amount }) => sum + amount, 0),
    payouts: payouts.map(viewPayout),
  }
}

/** The asked time, but never later than now: money that clears later must not be paid yet. */
function momentOf(ctx: Ctx, at: string | undefined): Date {
  const now = ctx.clock.now()
  const asked = at === undefined ? now : new Date(at)
  return asked < now ? asked : now
}

function changed({ total, payouts }: { total: number; payouts: number }): AppError {
  const would = total === 0 ? 'nothing' : `${formatCents(total)} in ${payouts} payouts`
  return new AppError('conflict', `The preview has changed: a run would now pay ${would}.`)
}
