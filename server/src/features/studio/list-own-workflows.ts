import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import { REPORT_WORDS } from '@vignette/contract/report-words.ts'
import type { WorkflowState } from '@vignette/contract/workflows.ts'
import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { workflowDrafts } from '../../schema/drafts.ts'
import { payments } from '../../schema/payments.ts'
import { workflows, workflowVersions } from '../../schema/workflows.ts'
import { requireVisitor } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { listHidings } from '../moderation/index.ts'
import {
  describeGoneModel,
  restorableSince,
  restorableUntil,
  stateOf,
  unavailableReason,
  viewCard,
  whyTooDear,
} from '../workflows/index.ts'
import { countByDay, DAY_MS, DAYS, deliveredPercent } from './rules.ts'
import { countRuns, sumEarned } from './run-counts.ts'

interface Want {
  state?: WorkflowState | undefined
  limit: number
  cursor?: string | undefined
}

/** The caller's recipes as the studio lists them, each with the figures of 30 days. */
export async function listOwnWorkflows(ctx: Ctx, want: Want) {
  const owner = requireVisitor(ctx)
  const list = {
    name: ['own workflows', owner.id, want.state],
    columns: [workflows.createdAt, workflows.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...want, offset: 0 }, (at) =>
    ctx.db
      .select({
        row: workflows,
        recipe: workflowVersions.recipe,
        draftId: workflowDrafts.id,
        key: at.key,
      })
      .from(workflows)
      .innerJoin(
        workflowVersions,
        and(
          eq(workflowVersions.workflowId, workflows.id),
          eq(workflowVersions.version, workflows.version),
        ),
      )
      .leftJoin(workflowDrafts, eq(workflowDrafts.workflowId, workflows.id))
      .where(and(eq(workflows.ownerId, owner.id), isOfState(ctx, want.state), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return { workflows: await describe(ctx, rows), next_cursor }
}

function isOfState(ctx: Ctx, state: WorkflowState | undefined): SQL | undefined {
  const isRestorable = gt(workflows.deletedAt, restorableSince(ctx))
  if (state === 'taken_down') return isRestorable
  const stands = isNull(workflows.deletedAt)
  if (state === undefined) return or(stands, isRestorable)
  if (state === 'hidden') return and(stands, isNotNull(workflows.hiddenAt))
  return and(stands, isNull(workflows.hiddenAt), eq(workflows.state, state))
}

type Found = {
  row: typeof workflows.$inferSelect
  recipe: (typeof workflowVersions.$inferSelect)['recipe']
  draftId: string | null
}

async function describe(ctx: Ctx, found: readonly Found[]): Promise<OwnWorkflowRow[]> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const workflowIds = found.map(({ row }) => row.id)
  const hiddenIds = found.filter(({ row }) => row.hiddenAt).map(({ row }) => row.id)
  const [samples, runs, earned, hidings] = await Promise.all([
    viewMediaOf(
      ctx,
      found.map(({ row }) => row.sampleMediaId),
    ),
    countRuns(ctx, workflowIds, since),
    sumEarned(ctx, sql<string>`${payments.workflowId}`, { workflowIds, since }),
    listHidings(ctx, hiddenIds),
  ])
  return found.map(({ row, recipe, draftId }) => {
    const mine = runs.get(row.id) ?? []
    const live = mine.filter(({ version }) => version === row.version)
    const hiding = hidings.get(row.id)
    const until = restorableUntil(row)
    const unavailable =
      unavailableReason(ctx, recipe.steps) ??
      (row.goneModel === null ? undefined : describeGoneModel(row.goneModel)) ??
      whyTooDear(ctx, { workflowId: row.id, version: row.version, recipe }, true)
    return {
      ...viewCard(ctx, row, samples.get(row.sampleMediaId ?? '')),
      state: stateOf(row),
      version: row.version,
      runs_30d: mine.reduce((sum, { count }) => sum + count, 0),
      live_runs_30d: live.reduce((sum, { count }) => sum + count, 0),
      delivered_30d_percent: deliveredPercent(live),
      earned_30d: earned.get(row.id) ?? 0,
      runs_by_day: countByDay(mine, now),
      ...(row.hiddenAt && {
        hidden_at: row.hiddenAt.toISOString(),
        ...viewReason(hiding?.reason),
        ...(hiding?.claim && { claim: hiding.claim }),
        ...(hiding?.objectedAt && { objected_at: hiding.objectedAt.toISOString() }),
      }),
      ...(draftId && { draft_id: draftId }),
      ...(until && { restorable_until: until.toISOString() }),
      ...(unavailable && { unavailable }),
    }
  })
}

function viewReason(reason = 'other') {
  const words = REPORT_WORDS[reason as keyof typeof REPORT_WORDS] ?? REPORT_WORDS.other
  return { hidden_reason: reason, hidden_words: words }
}
