import type { TxCtx } from '../../ctx.ts'
import { mediaPorts } from './ports.ts'
import { setMediaVisibility } from './set-media-visibility.ts'

/** After one thing stopped showing the file, or began to: public is what something still shows. */
export async function syncMediaAccess(tx: TxCtx, mediaId: string): Promise<boolean> {
  let shown = false
  for await (const shows of mediaPorts.isShown.askEach(tx, { mediaId })) {
    shown = shows
    if (shown) break
  }
  await setMediaVisibility(tx, mediaId, shown)
  return shown
}
