import { and, eq, isNull, lte } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { startTest } from '../generation/index.ts'
import { actFor } from '../identity/index.ts'
import { getOwn, workflows } from '../workflows/index.ts'
import { findTriedInputs } from './find-tried-inputs.ts'
import { nextTryAt } from './rules.ts'
import { type HealthPauseRow, healthPauses } from './tables.ts'

const AT_ONCE = 20

/**
 * Tests the failing workflows that are due, each in its creator's name; a test that delivers opens
 * the workflow again.
 */
export async function tryFailing(ctx: Ctx): Promise<void> {
  for (const pause of await takeDue(ctx)) {
    const mayTryAgain = await tryOut(ctx, pause)
    if (mayTryAgain) continue
    await ctx.db.update(healthPauses).set({ nextTryAt: null }).where(eq(healthPauses.id, pause.id))
  }
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
