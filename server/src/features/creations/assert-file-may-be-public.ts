import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { assertMayBePublic } from '../moderation/index.ts'
import { findByMedia } from './find-by-media.ts'

/** The file of a creation in review or hidden must not become public as a sample or input either. */
export async function assertFileMayBePublic(tx: TxCtx, mediaId: string): Promise<void> {
  const row = await findByMedia(tx, mediaId)
  if (!row) return
  await assertMayBePublic(tx, row.id)
  if (row.hiddenAt) {
    throw new AppError('content_refused', 'This creation was hidden and cannot be shown.')
  }
}
