import type { ChosenSample } from '@vignette/contract/samples.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations, mayBeSample } from '../creations/index.ts'
import { lockCaller } from '../identity/index.ts'
import { changeSample, getOwn } from '../workflows/index.ts'
import { isTestOf } from './is-test-of.ts'
import { productOf } from './product-of.ts'
import { jobs } from './tables.ts'

/** A creator chooses the sample among what was made with this very workflow. */
export async function chooseSample(
  ctx: Ctx,
  { id, chosen }: { id: string; chosen: ChosenSample },
): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const { row, version } = await getOwn(tx, id)
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
