import { and, eq, ne, sql } from 'drizzle-orm'
import { prepared } from '../../platform/db/prepared.ts'
import { ProviderError } from '../../providers/generation/spec.ts'
import { LostJob, leasedBy, whileLeased, withoutWaiting } from './job-lease.ts'
import { paramsOf } from './prepare-call.ts'
import { acquireSlot, isLimited } from './provider-slots.ts'
import { type StepRun, stepIs } from './step-run.ts'
import { jobSteps, jobs } from './tables.ts'

/** False where the step has to wait for a place at its provider. */
export async function beginStep(run: StepRun): Promise<boolean> {
  const { ctx, job, step } = run
  const provider = ctx.providers.get(step.provider)
  const estimate = provider.estimateCents({
    functionType: step.functionType,
    params: paramsOf(job, step),
    ...(step.model ? { model: step.model } : {}),
  })
  // No vendor would take what has no price either.
  if (!Number.isFinite(estimate)) {
    throw new ProviderError('params_invalid', 'This recipe’s settings are not valid.', {
      retryable: false,
    })
  }
  const free = estimate === 0 && !provider.costsOperator && !isLimited(ctx, step.provider)
  return free ? beginFree(run) : beginInSlot(run, estimate)
}

const BEGUN = { state: 'running', checkAt: null } as const

/** Where nothing has to be counted one statement is enough, and beginning again would only cost time. */
const beginningFree = prepared((db) => {
  const job = { id: sql.placeholder('jobId'), attempt: sql.placeholder('attempt') }
  const held = db
    .$with('held')
    .as(db.select({ id: jobs.id }).from(jobs).where(leasedBy(job)).for('update'))
  return db
    .with(held)
    .update(jobSteps)
    .set({ ...BEGUN, costCents: 0, startedAt: sql`${sql.placeholder('now')}::timestamptz` })
    .from(held)
    .where(
      and(
        eq(jobSteps.jobId, held.id),
        eq(jobSteps.stepId, sql.placeholder('stepId')),
        withoutWaiting,
      ),
    )
    .returning({ stepId: jobSteps.stepId })
})

async function beginFree({ ctx, job, step }: StepRun): Promise<boolean> {
  const rows = await beginningFree(ctx.db).execute({
    jobId: job.id,
    attempt: job.attempt,
    stepId: step.id,
    now: ctx.clock.now().toISOString(),
  })
  if (rows.length === 0) throw new LostJob()
  return true
}

async function beginInSlot(run: StepRun, estimate: number): Promise<boolean> {
  const { ctx, job, step } = run
  return whileLeased(ctx, job, async (tx, held) => {
    const [others] = await tx.db
      .select({ cents: sql<number>`coalesce(sum(${jobSteps.costCents}), 0)::int` })
      .from(jobSteps)
      .where(and(eq(jobSteps.jobId, job.id), ne(jobSteps.stepId, step.id)))
    if ((others?.cents ?? 0) + estimate > job.costLimit) {
      throw new ProviderError(
        'cost_exceeded',
        'This recipe costs more than its creator declared.',
        { retryable: false },
      )
    }
    if (!(await acquireSlot(tx, held, step))) {
      run.onProgress(0, 'Waiting for a free place')
      return false
    }
    await tx.db
      .update(jobSteps)
      // The cost once, however often it is tried: a call that failed is not charged, and a repeated
      // one carries the same idempotency key.
      .set({ ...BEGUN, costCents: estimate, startedAt: tx.clock.now() })
      .where(stepIs(run))
    return true
  })
}
