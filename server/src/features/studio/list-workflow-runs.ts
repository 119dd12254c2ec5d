import type { RunOutcome, WorkflowRun } from '@vignette/contract/own-workflows.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { creations } from '../creations/index.ts'
import { jobs, namesChosen, stuckStep } from '../generation/index.ts'
import { freeRunEntries } from '../ledger/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { payments } from '../payments/index.ts'
import { getOwned, workflowVersions } from '../workflows/index.ts'
import { outcomeOf } from './queries.ts'

interface Want {
  outcome?: RunOutcome | undefined
  version?: number | undefined
  kind?: 'remix' | 'test' | undefined
  limit: number
  cursor?: string | undefined
}

/** Whether every visitor may see the run's creation; only its owner sees a private one. */
const isPublic = and(
  eq(creations.public, true),
  isNotNull(creations.deliveredAt),
  isNull(creations.hiddenAt),
  isNull(creations.deletedAt),
)

/** The runs of the caller's workflow, without buyers, their words and files, or private pictures. */
export async function listWorkflowRuns(ctx: Ctx, id: string, want: Want) {
  await getOwned(ctx, id)
  const { outcome, version, kind } = want
  const list = {
    name: ['runs', id, outcome, version, kind],
    columns: [jobs.createdAt, jobs.id],
    descending: true,
  }
  const free = freeRunEntries(ctx)
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...want, offset: 0 }, (at) =>
    ctx.db
      .select({
        job: {
          id: jobs.id,
          createdAt: jobs.createdAt,
          version: jobs.workflowVersion,
          test: jobs.test,
          source: jobs.source,
          message: sql<string | null>`coalesce(${jobs.errorDetail}, ${jobs.errorMessage})`,
          inputs: jobs.inputs,
          startedAt: jobs.startedAt,
          finishedAt: jobs.finishedAt,
        },
        asked: sql<
          WorkflowInput[] | null
        >`case when ${outcomeOf} = 'failed' then ${workflowVersions.recipe} -> 'inputs' end`,
        outcome: outcomeOf,
        step: stuckStep,
        paid: sql<number>`coalesce(${payments.captured}, 0)`,
        taken: sql<number>`coalesce(${free.taken}, 0)`.mapWith(Number),
        decideBy: creations.proofUntil,
        letGo: sql<boolean>`${creations.deletedAt} is not null`,
        creationId: sql<string | null>`case when ${isPublic} then ${creations.id} end`,
        mediaId: sql<string | null>`case when ${isPublic} then ${creations.mediaId} end`,
        key: at.key,
      })
      .from(jobs)
      .leftJoin(payments, eq(payments.id, jobs.paymentId))
      .leftJoin(
        workflowVersions,
        and(
          eq(workflowVersions.workflowId, jobs.workflowId),
          eq(workflowVersions.version, jobs.workflowVersion),
        ),
      )
      .leftJoin(free, eq(free.jobId, jobs.id))
      .leftJoin(creations, eq(creations.id, jobs.creationId))
      .where(
        and(
          eq(jobs.workflowId, id),
          outcome && eq(outcomeOf, outcome),
          version === undefined ? undefined : eq(jobs.workflowVersion, version),
          kind && eq(jobs.test, kind === 'test'),
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const pictures = await viewMediaOf(
    ctx,
    rows.map((row) => row.mediaId),
  )
  const runs: WorkflowRun[] = rows.map(
    ({ job, asked, creationId, mediaId, outcome, step, paid, taken, decideBy, letGo }) => {
      const thumbnail = pictures.get(mediaId ?? '')
      const ended = job.finishedAt && job.startedAt
      return {
        id: job.id,
        created_at: job.createdAt.toISOString(),
        version: job.version,
        kind: job.test ? 'test' : 'remix',
        outcome,
        step,
        message: job.message,
        chosen: asked ? namesChosen(asked, job.inputs) : [],
        seconds: ended ? secondsBetween(job.startedAt, job.finishedAt) : null,
        paid,
        taken,
        source: job.source,
        proof: decideBy && { decide_by: decideBy.toISOString(), let_go: letGo },
        ...(creationId && thumbnail && { creation: { id: creationId, thumbnail } }),
      }
    },
  )
  return { runs, next_cursor }
}

function secondsBetween(from: Date | null, to: Date | null): number | null {
  return from && to ? Math.round((to.getTime() - from.getTime()) / 100) / 10 : null
}
