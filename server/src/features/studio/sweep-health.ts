import type { UserInputs } from '@vignette/contract/creations.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import { DAYS } from '@vignette/contract/number-looks.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { and, desc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach, sweepParts } from '../../platform/sweep.ts'
import { jobs } from '../../schema/generation.ts'
import { type HealthPauseRow, healthPauses } from '../../schema/studio.ts'
import { workflows } from '../../schema/workflows.ts'
import { startTest } from '../generation/index.ts'
import { actFor } from '../identity/index.ts'
import { getOwn, hashRecipe, type Recipe } from '../workflows/index.ts'
import { runCheckHealth } from './check-health.ts'
import { nextTryAt } from './rules-health.ts'

const MOST = 500

/** A text for an input without a pattern, which accepts any text. */
const SOME_TEXT = 'A small boat'

const AT_ONCE = 20

export const sweepHealth = defineTask({
  name: 'health.sweep',
  retryLimit: 1,
  cron: '* * * * *',
  run: runSweepHealth,
})

/** Resumes workflows of which something has delivered, ends the pauses of earlier versions, and tries out what fails. */
export async function runSweepHealth(ctx: Ctx): Promise<void> {
  const delivered = sql`exists (select 1 from ${jobs} where ${and(
    eq(jobs.status, 'COMPLETED'),
    gt(jobs.finishedAt, workflows.failingAt),
    or(
      eq(jobs.workflowId, workflows.id),
      and(eq(jobs.ownerId, workflows.ownerId), isNotNull(jobs.documentHash)),
    ),
  )})`
  const working = ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(isNotNull(workflows.failingAt), isNull(workflows.deletedAt), delivered))
    .orderBy(workflows.failingAt)
    .limit(MOST)
  await sweepParts([
    () => sweepEach(ctx, working, ({ id }) => runCheckHealth(ctx, { workflowId: id })),
    () => endSuperseded(ctx),
    () => tryFailing(ctx),
  ])
}

async function endSuperseded(ctx: Ctx): Promise<void> {
  const superseded = sql`exists (select 1 from ${workflows} where ${and(
    eq(workflows.id, healthPauses.workflowId),
    ne(workflows.version, healthPauses.version),
    isNull(workflows.failingAt),
  )})`
  await ctx.db
    .update(healthPauses)
    .set({ endedAt: ctx.clock.now(), endedBy: 'version' })
    .where(and(isNull(healthPauses.endedAt), superseded))
}

/**
 * Tests the failing workflows that are due, each in its creator's name; a test that delivers opens
 * the workflow again.
 */
async function tryFailing(ctx: Ctx): Promise<void> {
  await sweepEach(ctx, takeDue(ctx), async (pause) => {
    const mayTryAgain = await tryOut(ctx, pause)
    if (mayTryAgain) return
    await ctx.db.update(healthPauses).set({ nextTryAt: null }).where(eq(healthPauses.id, pause.id))
  })
}

/** Takes due pauses, except those that another process is taking. */
async function takeDue(ctx: Ctx): Promise<HealthPauseRow[]> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const due = await tx.db
      .select()
      .from(healthPauses)
      .where(and(isNull(healthPauses.endedAt), lte(healthPauses.nextTryAt, now)))
      .orderBy(healthPauses.nextTryAt)
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const { id, tries } of due) {
      await tx.db
        .update(healthPauses)
        .set({ tries: tries + 1, nextTryAt: nextTryAt(now, tries + 1) })
        .where(eq(healthPauses.id, id))
    }
    return due
  })
}

/**
 * Answers false where a later test could not start either, for example because only a person has
 * the inputs.
 */
async function tryOut(ctx: Ctx, { workflowId, version }: HealthPauseRow): Promise<boolean> {
  try {
    const [workflow] = await ctx.db
      .select({ ownerId: workflows.ownerId })
      .from(workflows)
      .where(eq(workflows.id, workflowId))
    const acting = workflow && (await actFor(ctx, workflow.ownerId))
    if (!acting) return false
    const found = await getOwn(acting, workflowId)
    if (found.row.version !== version || !found.row.failingAt) return false
    const { recipe } = found.version
    const inputs = await findTriedInputs(ctx, { ownerId: workflow.ownerId, recipe })
    if (!inputs) return false
    const tested = { recipe, workflowId, workflowVersion: version, draftId: null }
    await startTest(acting, tested, { user_inputs: inputs }, 'server')
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A full queue or a spent budget is over some time later, so the server may try again.
    return error.code === 'provider_unavailable' || error.retryAfterSeconds !== undefined
  }
}

/**
 * Inputs for a test by the server: those of the creator's last passed test of this text, or else
 * the values that the recipe itself suggests. Undefined where the recipe needs a file, which only a
 * person can give. Buyers' inputs are never used.
 */
async function findTriedInputs(
  ctx: Pick<Ctx, 'db'>,
  { ownerId, recipe }: { ownerId: string; recipe: Recipe },
): Promise<UserInputs | undefined> {
  const [passed] = await ctx.db
    .select({ inputs: jobs.inputs })
    .from(jobs)
    .where(
      and(
        eq(jobs.documentHash, hashRecipe(recipe)),
        eq(jobs.ownerId, ownerId),
        eq(jobs.status, 'COMPLETED'),
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  if (passed) return passed.inputs
  const asked = recipe.inputs.filter((input) => input.required || input.value !== null)
  if (asked.some((input) => rulesOf(input).brings !== 'text')) return undefined
  return Object.fromEntries(asked.map((input) => [input.key, offeredBy(input)]))
}

function offeredBy(input: WorkflowInput) {
  const { value, options, ideas, numeric, look, min, max, max_length: most } = input
  if (value !== null && value !== '') return value
  const [option] = options
  if (option) return option.value
  if (numeric) return String(min ?? (look === 'date' ? (max ?? DAYS.last) : 1))
  return ideas?.[0] ?? SOME_TEXT.slice(0, most ?? undefined)
}
