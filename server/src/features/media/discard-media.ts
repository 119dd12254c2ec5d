import type { Ctx } from '../../ctx.ts'
import type { PreparedMedia } from './prepare-media.ts'

/** Deletes a prepared file without a row; after a failure the sweep deletes the file. */
export async function discardMedia(
  ctx: Ctx,
  prepared: Pick<PreparedMedia, 'storageKey' | 'previewKey'>,
): Promise<void> {
  for (const key of [prepared.storageKey, prepared.previewKey]) {
    if (key) await ctx.storage.delete(key).catch(() => undefined)
  }
}
