import type { RecipeDocument, WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { checkUserId, lockCaller, publicHandle, requireVisitor } from '../identity/index.ts'
import { releaseMedia, viewMediaOf } from '../media/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { adoptSample } from './adopt-sample.ts'
import { catalogOf } from './catalog.ts'
import { followSample } from './follow-sample.ts'
import {
  assertDocumentSize,
  assertRoomForVersion,
  bytesOf,
  takePublishingTurn,
} from './guard-quota.ts'
import { assertMayPublish } from './guard-wallet.ts'
import { assertWorkAffordable } from './guard-work.ts'
import { announceWorkflows } from './judge-workflow.ts'
import { getOwn } from './queries.ts'
import { parseRecipe } from './rules.ts'
import type { Recipe } from './rules-recipe.ts'
import { workflows, workflowVersions } from './tables.ts'
import { viewWorkflow } from './view-workflow.ts'

/** A new recipe on the market. */
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
    const sampleMediaId = await adoptSample(tx, recipe)
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

/** A new version of one's own recipe; the old ones stay for what was made and paid with them. */
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
    // The row lock keeps two editors from claiming one version number.
    await tx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(eq(workflows.id, id))
      .for('update')
    const { row } = await getOwn(tx, id)
    await assertRoomForVersion(tx, owner, recipe)
    const version = row.version + 1
    const sampleMediaId = (await adoptSample(tx, recipe)) ?? row.sampleMediaId
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

export async function deleteWorkflow(ctx: Ctx, id: string): Promise<void> {
  requireVisitor(ctx)
  await inTransaction(ctx, async (tx) => {
    const { row } = await getOwn(tx, id)
    await tx.db.update(workflows).set({ deletedAt: tx.clock.now() }).where(eq(workflows.id, id))
    if (row.sampleMediaId) await dropSample(tx, row.sampleMediaId)
    announceWorkflows(tx, [id])
  })
}

/** Its recipe names it no more; what nothing else names is neither shown nor kept. */
async function dropSample(tx: TxCtx, mediaId: string): Promise<void> {
  await followSample(tx, mediaId)
  await releaseMedia(tx, [mediaId])
}

function readRecipe(ctx: Ctx, document: RecipeDocument): Recipe {
  assertDocumentSize(document)
  const parsed = parseRecipe(document, catalogOf(ctx))
  if (parsed.ok) return parsed.recipe
  throw new AppError('invalid_recipe', parsed.faults[0]?.message ?? 'The recipe is not valid.', {
    details: parsed.faults,
  })
}

/** Everything that a creator wrote for people or for a generator. */
function wordsOf(recipe: Recipe): { path: string; text: string }[] {
  return [
    { path: 'name', text: recipe.name },
    { path: 'description', text: recipe.description },
    ...recipe.inputs.flatMap((input, at) => [
      { path: `inputs[${at}].name`, text: input.name },
      { path: `inputs[${at}].display_name`, text: input.display_name },
      { path: `inputs[${at}].description`, text: input.description },
      { path: `inputs[${at}].value`, text: String(input.value ?? '') },
      ...input.options.map(({ value, label }, option) => ({
        path: `inputs[${at}].options[${option}]`,
        text: `${value} | ${label}`,
      })),
    ]),
    ...recipe.steps.flatMap((step, at) => [
      { path: `steps[${at}].prompt`, text: step.prompt ?? '' },
      ...textsIn(step.params).map((text) => ({ path: `steps[${at}].params`, text })),
    ]),
  ]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value && typeof value === 'object') return Object.values(value).flatMap(textsIn)
  return []
}

function faceOf(recipe: Recipe) {
  const { name, description, price, generationTimeMs, outputType, outputKind, license } = recipe
  return { name, description, price, generationTimeMs, outputType, outputKind, license }
}

async function writeVersion(tx: TxCtx, workflowId: string, version: number, recipe: Recipe) {
  const { price, cost, license } = recipe
  await tx.db.insert(workflowVersions).values({
    workflowId,
    version,
    recipe,
    price,
    cost,
    license,
    bytes: bytesOf(recipe),
    createdAt: tx.clock.now(),
  })
}

async function viewWith(tx: TxCtx, row: typeof workflows.$inferSelect, recipe: Recipe) {
  const samples = await viewMediaOf(tx, [row.sampleMediaId])
  return viewWorkflow(tx, row, recipe, samples.get(row.sampleMediaId ?? ''))
}
