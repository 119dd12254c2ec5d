import { and, desc, eq, gt, isNull, notExists, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { jobSteps, jobs } from '../generation/index.ts'
import { hashRecipe, type Recipe } from '../workflows/index.ts'

interface Which {
  workflowId: string
  creatorId: string
  version: number
  recipe: Recipe
  since: Date
}

/**
 * Whether a run of this version has delivered since, or a test of exactly its text; undefined where
 * neither has.
 */
export async function findPassedRun(
  tx: TxCtx,
  { workflowId, creatorId, version, recipe, since }: Which,
): Promise<'run' | 'test' | 'check' | undefined> {
  const isRun = and(
    eq(jobs.workflowId, workflowId),
    eq(jobs.workflowVersion, version),
    isNull(jobs.documentHash),
  )
  const isTest = and(eq(jobs.ownerId, creatorId), eq(jobs.documentHash, hashRecipe(recipe)))
  const [passed] = await tx.db
    .select({ hash: jobs.documentHash, source: jobs.source })
    .from(jobs)
    .where(
      and(
        eq(jobs.status, 'COMPLETED'),
        gt(jobs.finishedAt, since),
        or(isRun, isTest),
        // A test that took over products of an earlier test has not run those steps.
        notExists(
          tx.db
            .select({ id: jobSteps.jobId })
            .from(jobSteps)
            .where(and(eq(jobSteps.jobId, jobs.id), eq(jobSteps.reused, true))),
        ),
      ),
    )
    .orderBy(desc(jobs.finishedAt))
    .limit(1)
  if (!passed) return undefined
  if (passed.hash === null) return 'run'
  return passed.source === 'check' ? 'check' : 'test'
}
