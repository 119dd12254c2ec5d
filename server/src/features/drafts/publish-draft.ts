import type { Publishing } from '@vignette/contract/drafts.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../../schema/creations.ts'
import { workflowDrafts } from '../../schema/drafts.ts'
import { termsOf } from '../../shop.ts'
import { acceptCreatorTerms, lockCaller } from '../identity/index.ts'
import {
  findPassedTests,
  findSampleFile,
  publishWorkflow,
  readPublishable,
} from '../workflows/index.ts'
import { assertRevision, getOwnDraft, lockOwnDraft } from './draft.ts'
import { type ReadDraft, readDraft } from './read-draft.ts'

type Want = Publishing & { id: string }

/** Publishes what the caller has read and tested; the draft goes in the same transaction. */
export async function publishDraft(ctx: Ctx, { id, ...want }: Want): Promise<WorkflowView> {
  const draft = await getOwnDraft(ctx, id)
  assertRevision(draft, want.revision)
  const read = readDraft(ctx, draft)
  await readPublishable(ctx, read.document)
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    const { workflowId, baseVersion, revision } = await lockOwnDraft(tx, id)
    assertRevision({ revision }, want.revision)
    const recipe = await getReadyRecipe(tx, {
      ownerId: owner.id,
      read,
      workflowId,
      accepts: want.accept_creator_terms,
    })
    const view = await publishWorkflow(tx, {
      owner,
      recipe,
      workflowId: workflowId ?? undefined,
      over: want.over ?? baseVersion ?? undefined,
      note: want.note || null,
      visibility: want.visibility,
    })
    await tx.db.delete(workflowDrafts).where(eq(workflowDrafts.id, id))
    return view
  })
}

interface Ready {
  ownerId: string
  read: ReadDraft
  workflowId: string | null
  accepts: string | undefined
}

/** The recipe with its measured time, once every check of the creator's own is passed. */
async function getReadyRecipe(tx: TxCtx, { ownerId, read, workflowId, accepts }: Ready) {
  const { recipe, timed } = read
  const passed = await findPassedTests(tx, { ownerId, recipe })
  const isAgreed = await acceptCreatorTerms(tx, { ownerId, accepts })
  const address = recipe.sampleCreationUrl
  const isOwn = await isOwnSample(tx, { address, workflowId })
  const details = [
    ...(passed ? [] : [NOT_TESTED]),
    ...(isOwn ? [] : [FOREIGN_SAMPLE]),
    ...(isAgreed ? [] : [{ path: 'creator_terms', message: termsOpen(termsOf(tx).creators) }]),
  ]
  const [first] = details
  if (first) throw new AppError('not_ready', first.message, { details })
  return passed && !timed ? { ...recipe, generationTime: passed.generationTimeMs } : recipe
}

const NOT_TESTED = {
  path: 'test',
  message: 'No test of these inputs, steps and output has passed. Run Test, then publish.',
}

const FOREIGN_SAMPLE = {
  path: 'sample',
  message: 'The sample is a creation of another recipe. Choose one of this recipe, or none.',
}

const termsOpen = (version: string) => `The creator terms of ${version} are not accepted yet.`

/** Whether a sample is no creation of another recipe; an upload is shown as the creator's own picture. */
async function isOwnSample(
  tx: TxCtx,
  { address, workflowId }: { address: string | null; workflowId: string | null },
): Promise<boolean> {
  const mediaId = address && (await findSampleFile(tx, address))
  // Publishing itself refuses an address that names no file.
  if (!mediaId) return true
  const made = await tx.db
    .select({ workflowId: creations.workflowId })
    .from(creations)
    .where(eq(creations.mediaId, mediaId))
  return made.every((one) => one.workflowId === workflowId)
}
