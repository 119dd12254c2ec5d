import type { TxCtx } from '../../ctx.ts'
import { releaseMedia } from '../media/index.ts'
import { syncSampleVisibility } from './sync-sample-visibility.ts'

/** Its recipe names it no more; what nothing else names is neither shown nor kept. */
export async function dropSample(tx: TxCtx, mediaId: string): Promise<void> {
  await syncSampleVisibility(tx, mediaId)
  await releaseMedia(tx, [mediaId])
}
