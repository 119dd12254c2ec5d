import { differsFrom } from '@vignette/contract/generation-time.ts'
import type { RunOutcome, WorkflowVersion } from '@vignette/contract/own-workflows.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { workflowVersions } from '../../schema/workflows.ts'
import { viewMediaOf } from '../media/index.ts'
import { currentBook, isSale } from '../payments/index.ts'
import {
  getOwn,
  getOwned,
  measuredOf,
  publishVersionAgain as publishAgain,
} from '../workflows/index.ts'
import { deliveredPercent, percentOf } from './rules.ts'
import { isCounted, outcomeOf, sumEarned } from './run-counts.ts'

interface Want {
  limit: number
  cursor?: string | undefined
}

/** The versions of the caller's workflow, each with what became of its runs and sales. */
export async function listVersions(ctx: Ctx, id: string, want: Want) {
  const { row } = await getOwned(ctx, id)
  const list = { name: ['versions', id], columns: [workflowVersions.version], descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...want, offset: 0 }, (at) =>
    ctx.db
      .select({
        version: workflowVersions.version,
        createdAt: workflowVersions.createdAt,
        note: workflowVersions.note,
        creatorTerms: workflowVersions.creatorTerms,
        price: workflowVersions.price,
        license: workflowVersions.license,
        generationTime: sql<number>`(${workflowVersions.recipe}->>'generationTime')::float8`,
        key: at.key,
      })
      .from(workflowVersions)
      .where(and(eq(workflowVersions.workflowId, id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const [runs, sales, earned, sample] = await Promise.all([
    countRunsByVersion(ctx, id),
    countSales(ctx, id),
    sumEarned(ctx, sql<number>`${payments.workflowVersion}`, { workflowIds: [id] }),
    findSample(ctx, id, row.sampleMediaId),
  ])
  const versions: WorkflowVersion[] = rows.map((version) => {
    const mine = runs.filter((run) => run.version === version.version)
    const isLive = version.version === row.version
    const sold = sales.get(version.version)
    return {
      version: version.version,
      note: version.note,
      creator_terms: version.creatorTerms,
      price: version.price,
      license: version.license,
      created_at: version.createdAt.toISOString(),
      runs: mine.reduce((sum, run) => sum + run.count, 0),
      delivered_percent: deliveredPercent(mine),
      refunded_percent: sold ? percentOf(sold.refunded, sold.sold) : null,
      earned: earned.get(version.version) ?? 0,
      live: isLive,
      generation_time: version.generationTime,
      ...(isLive && measuredOf(row)),
      ...(sample?.version === version.version && { sample: sample.media }),
    }
  })
  return { versions, next_cursor }
}

function countRunsByVersion(
  ctx: Ctx,
  id: string,
): Promise<{ version: number | null; outcome: RunOutcome; count: number }[]> {
  return ctx.db
    .select({ version: jobs.workflowVersion, outcome: outcomeOf, count: count() })
    .from(jobs)
    .where(and(eq(jobs.workflowId, id), isCounted))
    .groupBy(jobs.workflowVersion, sql`2`)
}

async function countSales(ctx: Ctx, id: string) {
  const rows = await ctx.db
    .select({
      version: payments.workflowVersion,
      sold: count(),
      refunded: sql<number>`count(*) filter (where ${payments.refunded} > 0)::int`,
    })
    .from(payments)
    .where(
      and(
        isSale,
        eq(payments.workflowId, id),
        eq(payments.book, currentBook(ctx)),
        eq(payments.state, 'captured'),
      ),
    )
    .groupBy(payments.workflowVersion)
  return new Map(rows.map((row) => [row.version, row]))
}

/** The sample with the version that made it, where a run of this workflow did. */
async function findSample(ctx: Ctx, id: string, mediaId: string | null) {
  if (!mediaId) return undefined
  const [made] = await ctx.db
    .select({ version: creations.workflowVersion })
    .from(creations)
    .where(and(eq(creations.mediaId, mediaId), eq(creations.workflowId, id)))
  const media = made && (await viewMediaOf(ctx, [mediaId])).get(mediaId)
  return media && { version: made.version, media }
}

interface Again {
  version: number
  note?: string | undefined
  /** Whether the new version states the time that runs of the live version took. */
  measuredTime?: boolean | undefined
  accepts?: string | undefined
}

/** Publishes a version once more: a version never changes, not even the time that it tells buyers. */
export async function publishVersionAgain(
  ctx: Ctx,
  id: string,
  { version, note, measuredTime, accepts }: Again,
): Promise<WorkflowView> {
  if (!measuredTime) return publishAgain(ctx, id, { version, note, accepts })
  const { row } = await getOwn(ctx, id)
  const { measured_time: measured } = measuredOf(row)
  const better = measured && differsFrom(row.generationTime, measured) ? measured : undefined
  if (!better && row.version === version) {
    throw new AppError(
      'conflict',
      'Too few remixes of the live version have delivered, or they took about what it declares.',
    )
  }
  return publishAgain(ctx, id, {
    version,
    over: version,
    accepts,
    ...(better && { generationTime: better.seconds * 1000 }),
    note: note || (better && `Time measured over ${better.runs} remixes`),
  })
}
