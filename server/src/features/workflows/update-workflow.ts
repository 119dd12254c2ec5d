import type { RecipeDocument, WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { checkUserId, lockCaller, requireVisitor } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { assertMayPublish } from './assert-may-publish.ts'
import { assertRoomForVersion } from './assert-room-for-version.ts'
import { assertWorkAffordable } from './assert-work-affordable.ts'
import { dropSample } from './drop-sample.ts'
import { getOwn } from './queries.ts'
import { readRecipe } from './read-recipe.ts'
import { faceOf } from './rules-recipe.ts'
import { wordsOf } from './rules-texts.ts'
import { setSample } from './set-sample.ts'
import { workflows } from './tables.ts'
import { viewWith } from './view-with.ts'
import { writeVersion } from './write-version.ts'

/** Publishes a new version of the caller's workflow; old versions stay for the creations and sales that name them. */
export async function updateWorkflow(
  ctx: Ctx,
  id: string,
  document: RecipeDocument,
): Promise<WorkflowView> {
  const creator = requireVisitor(ctx)
  await checkUserId(ctx, document.user_id)
  const recipe = readRecipe(ctx, document)
  assertMayPublish(ctx, creator, recipe)
  assertWorkAffordable(ctx, creator, recipe)
  await assertAllowed(ctx, wordsOf(recipe))
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    // The row lock keeps two simultaneous updates from taking the same version number.
    await tx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(eq(workflows.id, id))
      .for('update')
    const { row } = await getOwn(tx, id)
    await assertRoomForVersion(tx, owner, recipe)
    const version = row.version + 1
    const sampleMediaId = (await setSample(tx, recipe)) ?? row.sampleMediaId
    await writeVersion(tx, id, version, recipe)
    const [changed] = await tx.db
      .update(workflows)
      .set({ ...faceOf(recipe), version, sampleMediaId, updatedAt: tx.clock.now() })
      .where(eq(workflows.id, id))
      .returning()
    if (!changed) throw new Error('the recipe was not written')
    if (row.sampleMediaId && row.sampleMediaId !== sampleMediaId) {
      await dropSample(tx, row.sampleMediaId)
    }
    announceWorkflows(tx, [id])
    return viewWith(tx, changed, recipe)
  })
}
