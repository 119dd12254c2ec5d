import type { RunFailure, RunOutcome, WorkflowRun } from '@vignette/contract/own-workflows.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { and, count, desc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { workflowVersions } from '../../schema/workflows.ts'
import { namesChosen, stuckStep } from '../generation/index.ts'
import { freeRunEntries } from '../ledger/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { getOwned } from '../workflows/index.ts'
import { DAY_MS, DAYS, percentOf } from './rules.ts'
import { isCounted, outcomeOf } from './run-counts.ts'

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
          runSource: jobs.runSource,
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
        // Of a batch's payment a row has its part.
        paid: sql<number>`case when ${payments.units} is null then coalesce(${payments.captured}, 0)
          when ${payments.captured} > 0 and ${jobs.status} = 'COMPLETED' then ${payments.amount} / ${payments.units}
          else 0 end`,
        taken: sql<number>`coalesce(${free.taken}, 0)`.mapWith(Number),
        // The newest proof of a payment moves the end of the time of all.
        decideBy:
          sql`case when ${creations.proofUntil} is not null then coalesce(${payments.decideBy}, ${creations.proofUntil}) end`.mapWith(
            creations.proofUntil,
          ),
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
        source: job.runSource,
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

const MOST_GROUPS = 50

/** The failures of the last 30 days by step and reason; the newest message speaks for its group. */
export async function listWorkflowFailures(
  ctx: Ctx,
  id: string,
): Promise<{ total_runs: number; failures: RunFailure[] }> {
  const { version } = await getOwned(ctx, id)
  const choices = version.recipe.inputs.filter(({ options }) => options.length > 1)
  const isRecent = and(
    eq(jobs.workflowId, id),
    gte(jobs.createdAt, new Date(ctx.clock.now().getTime() - DAYS * DAY_MS)),
    isCounted,
  )
  const [ended] = await ctx.db
    .select({ total: count() })
    .from(jobs)
    .where(and(isRecent, inArray(outcomeOf, ['delivered', 'failed'])))
  const total = ended?.total ?? 0
  const failed = ctx.db
    .select({
      step: stuckStep.as('step'),
      code: sql<string>`coalesce(${jobs.errorCode}, 'failed')`.as('code'),
      message: sql<string>`coalesce(${jobs.errorDetail}, ${jobs.errorMessage}, 'Job failed')`.as(
        'message',
      ),
      inputs: jobs.inputs,
      at: jobs.createdAt,
    })
    .from(jobs)
    .where(and(isRecent, eq(outcomeOf, 'failed')))
    .as('failed')
  const groups = await ctx.db
    .select({
      step: failed.step,
      code: failed.code,
      message: sql<string>`(array_agg(${failed.message} order by ${failed.at} desc))[1]`,
      count: count(),
      shared: sql<Record<string, string | null>>`jsonb_build_object(${sql.join(
        choices.flatMap(({ key }) => [
          sql`${key}::text`,
          sharedOf(sql`${failed.inputs} ->> ${key}`),
        ]),
        sql`, `,
      )})`,
    })
    .from(failed)
    .groupBy(failed.step, failed.code)
    .orderBy(desc(count()), failed.code)
    .limit(MOST_GROUPS)
  return {
    total_runs: total,
    failures: groups.map(({ shared, ...group }) => ({
      ...group,
      percent: percentOf(group.count, total) ?? 0,
      chosen: group.count > 1 ? namesChosen(choices, shared) : [],
    })),
  }
}

/** The value that all rows of a group have; null where they differ. */
function sharedOf(value: SQL): SQL {
  return sql`case when count(${value}) = count(*) and min(${value}) = max(${value}) then min(${value}) end`
}
