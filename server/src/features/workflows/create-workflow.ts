import type { RecipeDocument, WorkflowView } from '@vignette/contract/workflows.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { checkUserId, lockCaller, publicHandle, requireVisitor } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { assertMayPublish } from './assert-may-publish.ts'
import { assertRoomForVersion } from './assert-room-for-version.ts'
import { assertWorkAffordable } from './assert-work-affordable.ts'
import { readRecipe } from './read-recipe.ts'
import { faceOf } from './rules-recipe.ts'
import { wordsOf } from './rules-texts.ts'
import { setSample } from './set-sample.ts'
import { workflows } from './tables.ts'
import { takePublishingTurn } from './take-publishing-turn.ts'
import { viewWith } from './view-with.ts'
import { writeVersion } from './write-version.ts'

export async function createWorkflow(ctx: Ctx, document: RecipeDocument): Promise<WorkflowView> {
  const creator = requireVisitor(ctx)
  await checkUserId(ctx, document.user_id)
  const recipe = readRecipe(ctx, document)
  assertMayPublish(ctx, creator, recipe)
  assertWorkAffordable(ctx, creator, recipe)
  await assertAllowed(ctx, wordsOf(recipe))
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    const listedAt = await takePublishingTurn(tx, owner)
    await assertRoomForVersion(tx, owner, recipe)
    const id = newId()
    const now = tx.clock.now()
    const sampleMediaId = await setSample(tx, recipe)
    const [row] = await tx.db
      .insert(workflows)
      .values({
        id,
        ownerId: owner.id,
        version: 1,
        ...faceOf(recipe),
        handle: publicHandle(owner),
        sampleMediaId,
        createdAt: now,
        listedAt,
        waiting: listedAt !== null,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new Error('the recipe was not written')
    await writeVersion(tx, id, 1, recipe)
    announceWorkflows(tx, [id])
    return viewWith(tx, row, recipe)
  })
}
