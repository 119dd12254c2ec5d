import type { ChosenSample, SampleCandidate } from '@vignette/contract/samples.ts'
import { TESTS } from '@vignette/contract/test-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { principals } from '../../schema/identity.ts'
import { type workflows } from '../../schema/workflows.ts'
import { mayBeSample } from '../creations/index.ts'
import { lockCaller, publicHandle } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { changeSample, getOwn, hashRecipe, type Recipe, removeSample } from '../workflows/index.ts'
import { productOf } from './product.ts'

type Found = Omit<SampleCandidate, 'media'> & { mediaId: string | null | undefined }

/** Suggests samples for the caller's own workflow, tests first, each kind newest first. */
export async function listSamples(ctx: Ctx, id: string): Promise<{ samples: SampleCandidate[] }> {
  const { row, version } = await getOwn(ctx, id)
  const tests = await ctx.db
    .select()
    .from(jobs)
    .where(isTestOf(row, version.recipe))
    .orderBy(desc(jobs.createdAt))
    .limit(TESTS.listed)
  const made = await ctx.db
    .select({ creation: creations, owner: principals })
    .from(creations)
    .innerJoin(principals, eq(principals.id, creations.ownerId))
    .where(and(eq(creations.workflowId, id), mayBeSample(row.ownerId)))
    .orderBy(desc(creations.deliveredAt))
    .limit(TESTS.listed)
  const found: Found[] = []
  for (const job of tests) {
    const mediaId = await productOf(ctx, job)
    found.push({ kind: 'test', id: job.id, version: job.workflowVersion, by: row.handle, mediaId })
  }
  for (const { creation, owner } of made) {
    const { workflowVersion, mediaId } = creation
    const by = publicHandle(owner)
    found.push({ kind: 'creation', id: creation.id, version: workflowVersion, by, mediaId })
  }
  const media = await viewMediaOf(
    ctx,
    found.map(({ mediaId }) => mediaId ?? null),
  )
  return {
    samples: found.flatMap(({ mediaId, ...rest }) => {
      const view = media.get(mediaId ?? '')
      return view ? [{ ...rest, media: view }] : []
    }),
  }
}

/** A creator chooses the sample among what was made with this very workflow, or has none. */
export async function chooseSample(
  ctx: Ctx,
  { id, chosen }: { id: string; chosen: ChosenSample },
): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const { row, version } = await getOwn(tx, id)
    if ('none' in chosen) return removeSample(tx, id)
    const mediaId =
      'test_id' in chosen
        ? await findTested(tx, chosen.test_id, isTestOf(row, version.recipe))
        : await findCreated(tx, { creationId: chosen.creation_id, workflowId: id, owner: owner.id })
    if (!mediaId) {
      const path = 'test_id' in chosen ? 'test_id' : 'creation_id'
      const message = `${path} names nothing that was made with this recipe and may be shown.`
      throw new AppError('validation_failed', message, { details: [{ path, message }] })
    }
    return changeSample(tx, { id, mediaId })
  })
}

async function findTested(tx: TxCtx, testId: string, ofWorkflow: ReturnType<typeof isTestOf>) {
  const [job] = await tx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, testId), ofWorkflow))
    // Keeps the sweep away until the workflow names the product.
    .for('share')
  return job && productOf(tx, job)
}

async function findCreated(
  tx: TxCtx,
  want: { creationId: string; workflowId: string; owner: string },
): Promise<string | null | undefined> {
  const [row] = await tx.db
    .select({ mediaId: creations.mediaId })
    .from(creations)
    .where(
      and(
        eq(creations.id, want.creationId),
        eq(creations.workflowId, want.workflowId),
        mayBeSample(want.owner),
      ),
    )
  return row?.mediaId
}

/** A condition: the creator's passed tests of the workflow, and of the draft that became the workflow. */
function isTestOf(
  { id, ownerId }: Pick<typeof workflows.$inferSelect, 'id' | 'ownerId'>,
  recipe: Recipe,
) {
  return and(
    jobs.test,
    isNotNull(jobs.documentHash),
    eq(jobs.ownerId, ownerId),
    eq(jobs.status, 'COMPLETED'),
    or(eq(jobs.workflowId, id), eq(jobs.documentHash, hashRecipe(recipe))),
  )
}
