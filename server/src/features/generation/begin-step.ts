import { and, eq, ne, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { ProviderError } from '../../providers/generation/spec.ts'
import { acquireSlot } from './acquire-slot.ts'
import { paramsOf } from './prepare-call.ts'
import { type StepRun, stepIs } from './step-run.ts'
import { jobSteps } from './tables.ts'
import { whileLeased } from './while-leased.ts'

/** Answers false where the step must wait for a slot at its provider. */
export async function beginStep(run: StepRun): Promise<boolean> {
  const { ctx, job, step } = run
  const estimate = estimateCents(run)
  return whileLeased(ctx, job, async (tx, leased) => {
    if (estimate > 0) await assertWithinCostLimit(tx, run, estimate)
    if (!(await acquireSlot(tx, leased, step))) {
      run.onProgress(0, 'Waiting for a free place')
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

function estimateCents({ ctx, job, step }: StepRun): number {
  const cents = ctx.providers.get(step.provider).estimateCents({
    functionType: step.functionType,
    params: paramsOf(job, step),
    ...(step.model ? { model: step.model } : {}),
  })
  if (Number.isFinite(cents)) return cents
  // No vendor accepts settings without a price.
  throw new ProviderError('params_invalid', 'This recipe’s settings are not valid.', {
    retryable: false,
  })
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
  })
}
