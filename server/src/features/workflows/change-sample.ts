import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { markMediaUsed, resolveUsableMedia, setMediaVisibility } from '../media/index.ts'
import { assertShowable } from '../moderation/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { dropSample } from './drop-sample.ts'
import { lockOwn } from './lock-own.ts'
import { workflows } from './tables.ts'
import { viewWith } from './view-with.ts'

/** Makes a file that was made with the caller's own workflow its sample, and the file public. */
export async function changeSample(
  tx: TxCtx,
  { id, mediaId }: { id: string; mediaId: string },
): Promise<WorkflowView> {
  const { row: before, version } = await lockOwn(tx, id)
  const path = 'sample'
  const wanted = { path, kind: version.recipe.outputKind, reference: mediaId }
  const file = await resolveUsableMedia(tx, wanted)
  await assertShowable(tx, path, file)
  await setMediaVisibility(tx, file.id, true)
  await markMediaUsed(tx, [file.id])
  const [row] = await tx.db
    .update(workflows)
    .set({ sampleMediaId: file.id, updatedAt: tx.clock.now() })
    .where(eq(workflows.id, id))
    .returning()
  if (!row) throw new Error('the sample was not written')
  if (before.sampleMediaId && before.sampleMediaId !== file.id) {
    await dropSample(tx, before.sampleMediaId)
  }
  announceWorkflows(tx, [id])
  return viewWith(tx, row, version.recipe)
}
