import type { Ctx } from '../../ctx.ts'
import { isReported } from '../moderation/index.ts'
import { findByMedia } from './find-by-media.ts'

export async function isFileReported(ctx: Ctx, mediaId: string): Promise<boolean> {
  const row = await findByMedia(ctx, mediaId)
  return row !== undefined && isReported(ctx, row.id)
}
