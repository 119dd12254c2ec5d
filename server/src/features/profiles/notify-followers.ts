import { createHash } from 'node:crypto'
import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { follows } from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'
import { lockActing } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { isListed } from '../workflows/index.ts'

const AT_ONCE = 100
/** A recipe that was listed longer ago is no news when it is listed again. */
const NEWS_DAYS = 30
const DAY_MS = 86_400_000

const byFollower = (one: { followerId: string }, other: { followerId: string }) =>
  one.followerId < other.followerId ? -1 : 1

export const notifyFollowers = defineTask({
  name: 'profiles.notify-followers',
  data: z.object({ workflowId: z.uuid(), listedAt: z.coerce.date() }),
  retryLimit: 5,
  run: runNotifyFollowers,
})

/**
 * Tells each follower of a recipe once, however often the recipe is listed again or the task is
 * retried. People who followed after the recipe was listed have seen the recipe.
 */
async function runNotifyFollowers(
  ctx: Ctx,
  { workflowId, listedAt }: { workflowId: string; listedAt: Date },
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    const next = await notifySome(ctx, { workflowId, listedAt, after: last })
    if (next === undefined) return
    last = next
  }
  throw new Error('the worker stopped before all followers were told')
}

/**
 * Tells some followers; answers the id of the last of these follows, or undefined where no follow
 * is left.
 */
function notifySome(
  ctx: Ctx,
  { workflowId, listedAt, after }: { workflowId: string; listedAt: Date; after?: string },
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const [recipe] = await tx.db
      .select()
      .from(workflows)
      .where(and(eq(workflows.id, workflowId), isListed))
    const since = new Date(tx.clock.now().getTime() - NEWS_DAYS * DAY_MS)
    if (!recipe || (recipe.listedAt ?? recipe.createdAt) < since) return undefined
    const rows = await tx.db
      .select()
      .from(follows)
      .where(
        and(
          eq(follows.followedId, recipe.ownerId),
          lt(follows.createdAt, listedAt),
          after ? gt(follows.id, after) : undefined,
        ),
      )
      .orderBy(asc(follows.id))
      .limit(AT_ONCE)
    // In the order of the followers' ids, so that tasks for two recipes lock accounts in the same order.
    for (const { id, followerId } of rows.toSorted(byFollower)) {
      const reader = await lockActing(tx, followerId, 'share')
      if (!reader || reader.deletedAt) continue
      await notify(tx, {
        to: reader.id,
        kind: 'new_workflow',
        subjectId: idOf(id, recipe.id),
        facts: { handle: recipe.handle, recipe: recipe.name, workflowId: recipe.id },
      })
    }
    return rows.length < AT_ONCE ? undefined : rows.at(-1)?.id
  })
}

/** Recipe and follow always give the same id, so that a retried task tells no news twice. */
function idOf(followId: string, workflowId: string): string {
  return createHash('sha256')
    .update(`new recipe ${followId} ${workflowId}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
