import { and, eq, ne, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { invalidParams, ProviderError } from '../../providers/generation/spec.ts'
import { acquireSlot } from './acquire-slot.ts'
import { findSlotLimits } from './find-slot-limits.ts'
import { LostJob } from './job-lease.ts'
import { paramsOf } from './prepare-call.ts'
import { leasedBy } from './queries.ts'
import { type StepRun, stepIs } from './step-run.ts'
import { jobSteps, jobs } from './tables.ts'
import { whileLeased } from './while-leased.ts'

/** Answers false where the step must wait for a slot at its provider. */
export async function beginStep(run: StepRun): Promise<boolean> {
  const { ctx, job, step } = run
  const estimate = estimateCents(run)
  if (estimate === 0 && !findSlotLimits(ctx, step.provider)) return beginAtOnce(run)
  return whileLeased(ctx, job, async (tx, leased) => {
    if (estimate > 0) await assertWithinCostLimit(tx, run, estimate)
    if (!(await acquireSlot(tx, leased, step))) {
      run.onProgress(0, 'In line, starting soon')
      return false
    }
    await tx.db
      .update(jobSteps)
      // Each try sets the same cost: a failed call is not charged, and a repeated call has the same idempotency key.
      .set({ state: 'running', checkAt: null, costCents: estimate, startedAt: tx.clock.now() })
      .where(stepIs(run))
    return true
  })
}

const beginning = prepared((db) => {
  const id = sql.placeholder('id')
  // The row's lock keeps a cancellation or another worker from coming between.
  const leased = db.$with('leased').as(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(leasedBy({ id, attempt: sql.placeholder('attempt') }))
      .for('update'),
  )
  return db
    .with(leased)
    .update(jobSteps)
    .set({
      state: 'running',
      checkAt: null,
      costCents: 0,
      startedAt: sql`${sql.placeholder('now')}::timestamptz`,
    })
    .from(leased)
    .where(and(eq(jobSteps.jobId, leased.id), eq(jobSteps.stepId, sql.placeholder('stepId'))))
    .returning({ stepId: jobSteps.stepId })
})

/** A step that costs nothing and takes no slot begins in one statement. */
async function beginAtOnce({ ctx, job, step }: StepRun): Promise<true> {
  const now = ctx.clock.now().toISOString()
  const { id, attempt } = job
  const begun = await beginning(ctx.db).execute({ id, attempt, stepId: step.id, now })
  if (begun.length === 0) throw new LostJob()
  return true
}

function estimateCents({ ctx, job, step }: StepRun): number {
  const cents = ctx.providers.get(step.provider).estimateCents({
    functionType: step.functionType,
    params: paramsOf(ctx, job, step),
    ...(step.model ? { model: step.model } : {}),
  })
  if (Number.isFinite(cents)) return cents
  // No vendor accepts settings without a price.
  throw invalidParams('The provider has no price for these settings, so that it would refuse them.')
}

async function assertWithinCostLimit(tx: TxCtx, run: StepRun, estimate: number): Promise<void> {
  const { job, step } = run
  const [others] = await tx.db
    .select({ cents: sql<number>`coalesce(sum(${jobSteps.costCents}), 0)::int` })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), ne(jobSteps.stepId, step.id)))
  if ((others?.cents ?? 0) + estimate <= job.costLimit) return
  throw new ProviderError('cost_exceeded', 'This recipe costs more than its creator declared.', {
    retryable: false,
    byRecipe: true,
    told: `The run would cost more than the ${job.costLimit} cents that the recipe declares.`,
  })
}
