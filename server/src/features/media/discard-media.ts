import type { Ctx } from '../../ctx.ts'
import type { PreparedMedia } from './prepare-media.ts'

/** A prepared file that nobody wants after all; what cannot be deleted now is swept. */
export async function discardMedia(
  ctx: Ctx,
  prepared: Pick<PreparedMedia, 'storageKey' | 'previewKey'>,
): Promise<void> {
  for (const key of [prepared.storageKey, prepared.previewKey]) {
    if (key) await ctx.storage.delete(key).catch(() => undefined)
  }
}
