import type { TxCtx } from '../../ctx.ts'
import { setMediaVisibility } from './set-media-visibility.ts'

/** After one thing stopped showing the file, or began to: public is what something still shows. */
export async function syncMediaAccess(tx: TxCtx, mediaId: string): Promise<boolean> {
  let shown = false
  for (const hook of tx.hooks.fileShown) shown ||= await hook(tx, { mediaId })
  await setMediaVisibility(tx, mediaId, shown)
  return shown
}
