import type { TxCtx } from '../../ctx.ts'
import { releaseMedia } from '../media/index.ts'
import { syncSampleVisibility } from './sync-sample-visibility.ts'

/** Called once a workflow no longer names this sample; a file without other uses is hidden and deleted. */
export async function dropSample(tx: TxCtx, mediaId: string): Promise<void> {
  await syncSampleVisibility(tx, mediaId)
  await releaseMedia(tx, [mediaId])
}
