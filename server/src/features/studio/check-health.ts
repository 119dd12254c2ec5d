import { and, desc, eq, gt, isNull, notExists, or } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'
import { type HealthPauseRow, healthPauses } from '../../schema/studio.ts'
import { workflows, workflowVersions } from '../../schema/workflows.ts'
import { recountLastRuns } from '../generation/index.ts'
import { notify } from '../notices/index.ts'
import {
  announceWorkflows,
  hashRecipe,
  lockWorkflows,
  type Recipe,
  setFailing,
} from '../workflows/index.ts'
import { listEndedRuns } from './list-ended-runs.ts'
import { findLastPause } from './pause.ts'
import { findPauseReason, nextTryAt } from './rules-health.ts'

export const checkHealth = defineTask({
  name: 'health.check',
  data: z.object({ workflowId: z.uuid() }),
  retryLimit: 10,
  concurrency: 4,
  exclusive: true,
  run: runCheckHealth,
})

/** Pauses a workflow whose last runs failed, or resumes one that works again, and tells on its card what they delivered. */
export async function runCheckHealth(
  ctx: Ctx,
  { workflowId }: { workflowId: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const found = await lockLive(tx, workflowId)
    if (!found) return
    if (found.row.failingAt) await resumeWorking(tx, found)
    else await pauseFailing(tx, found)
    if (await recountLastRuns(tx, workflowId)) announceWorkflows(tx, [workflowId])
  })
}

/** Allows new runs of a workflow, whose row is locked, once a run or a test has delivered since the pause. */
async function resumeWorking(tx: TxCtx, { row, version }: Live): Promise<void> {
  const { id: workflowId, ownerId, failingAt } = row
  if (!failingAt) return
  const by = await findPassedRun(tx, {
    workflowId,
    creatorId: ownerId,
    version: version.version,
    recipe: version.recipe,
    since: failingAt,
  })
  if (!by) return
  await setFailing(tx, workflowId, null)
  const ended = await endPause(tx, workflowId, by)
  if (!ended) return
  await notify(tx, {
    to: ownerId,
    kind: 'workflow_works',
    subjectId: ended.id,
    facts: { recipe: row.name, workflowId, by, since: ended.beganAt.toISOString() },
  })
}

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
async function findPassedRun(
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
    .select({ hash: jobs.documentHash, runSource: jobs.runSource })
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
  return passed.runSource === 'check' ? 'check' : 'test'
}

/** Ends new runs of a workflow, whose row is locked, where its last runs failed, and tells its creator why. */
async function pauseFailing(tx: TxCtx, { row, version }: Live): Promise<void> {
  const { id: workflowId, ownerId } = row
  const before = await findLastPause(tx, workflowId)
  const published = version.createdAt
  const since =
    before?.endedAt && before.endedAt > published && before.version === version.version
      ? before.endedAt
      : published
  const runs = await listEndedRuns(tx, {
    workflowId,
    version: version.version,
    creatorId: ownerId,
    since,
  })
  const reason = findPauseReason(runs)
  if (!reason) return
  // A version that was published meanwhile has ended the pause of the version before.
  if (before && !before.endedAt) await endPause(tx, workflowId, 'version')
  const { failed, of: judged, newest } = reason
  const now = tx.clock.now()
  const pause = {
    id: newId(),
    workflowId,
    version: version.version,
    failed,
    judged,
    step: newest.step,
    code: newest.code ?? 'failed',
    message: newest.message ?? 'The remix failed.',
    beganAt: now,
    nextTryAt: nextTryAt(now, 0),
  }
  await tx.db.insert(healthPauses).values(pause)
  await setFailing(tx, workflowId, pause.beganAt)
  await notify(tx, {
    to: ownerId,
    kind: 'workflow_failing',
    subjectId: pause.id,
    facts: {
      recipe: row.name,
      workflowId,
      failed,
      judged,
      step: pause.step,
      reason: pause.message,
    },
  })
}

/** Ends the open pause of a workflow, whose row is locked; undefined where none was open. */
async function endPause(
  tx: TxCtx,
  workflowId: string,
  by: NonNullable<HealthPauseRow['endedBy']>,
): Promise<HealthPauseRow | undefined> {
  const [ended] = await tx.db
    .update(healthPauses)
    .set({ endedAt: tx.clock.now(), endedBy: by })
    .where(and(eq(healthPauses.workflowId, workflowId), isNull(healthPauses.endedAt)))
    .returning()
  return ended
}

/** A workflow that is not deleted, with its live version. */
type Live = NonNullable<Awaited<ReturnType<typeof lockLive>>>

/**
 * Takes the lock that a creator's pause takes, so that a run or checkout either starts before the
 * change or sees it.
 */
async function lockLive(tx: TxCtx, workflowId: string) {
  await lockWorkflows(tx, eq(workflows.id, workflowId))
  const [found] = await tx.db
    .select({ row: workflows, version: workflowVersions })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, workflows.id),
        eq(workflowVersions.version, workflows.version),
      ),
    )
    .where(and(eq(workflows.id, workflowId), isNull(workflows.deletedAt)))
  return found
}
