import { and, eq, isNotNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { jobs } from '../../schema/generation.ts'
import { creationPorts } from '../creations/index.ts'
import { identityPorts } from '../identity/index.ts'
import { paymentPorts } from '../payments/index.ts'
import { payoutPorts } from '../payouts/index.ts'
import { codePorts } from '../promotion/index.ts'
import { workflowPorts } from '../workflows/index.ts'
import { countFreeRuns, jobsOfCode, sumHeldByFreeRuns } from './free-run.ts'
import { findNamesOfRuns } from './job-recipe.ts'
import { findPassedTests } from './recipe-test.ts'
import { seedOf } from './rules.ts'
import { exportTests } from './view-test.ts'

/** The answers of generation to questions of lower features. */
export const generationAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const tests = await exportTests(tx, principalId)
    return [{ name: 'tests.json', content: `${JSON.stringify(tests, null, 2)}\n` }]
  }),
  codePorts.countFreeRuns.answer(countFreeRuns),
  codePorts.jobsOfCode.answer(async (ctx, { codeId }) => ({ jobIds: jobsOfCode(ctx, codeId) })),
  payoutPorts.heldByFreeRuns.answer((ctx, { ownerIds }) => sumHeldByFreeRuns(ctx, ownerIds)),
  workflowPorts.passedTests.answer(findPassedTests),
  paymentPorts.paymentOfRun.answer(async (ctx, { creationId }) => {
    const { paymentId } = jobs
    const [run] = await ctx.db
      .select({ paymentId })
      .from(jobs)
      .where(eq(jobs.creationId, creationId))
    return run?.paymentId ?? undefined
  }),
  paymentPorts.namesOfRuns.answer((ctx, { jobIds }) => findNamesOfRuns(ctx, jobIds)),
  creationPorts.isPaid.answer(async (ctx, { id }) => {
    const isRun = and(eq(jobs.creationId, id), isNotNull(jobs.paymentId))
    return (await ctx.db.$count(jobs, isRun)) > 0
  }),
  creationPorts.seedOfStep.answer(async (ctx, { creationId, stepId, jobId }) => {
    if (jobId) return seedOf(jobId, stepId)
    const { id } = jobs
    const [run] = await ctx.db.select({ id }).from(jobs).where(eq(jobs.creationId, creationId))
    return run && seedOf(run.id, stepId)
  }),
]
