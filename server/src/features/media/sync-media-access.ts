import type { TxCtx } from '../../ctx.ts'
import { mediaPorts } from './ports.ts'
import { setMediaVisibility } from './set-media-visibility.ts'

/** Recomputes a file's visibility after a use began or ended: a file is public while a public object shows it. */
export async function syncMediaAccess(tx: TxCtx, mediaId: string): Promise<boolean> {
  let shown = false
  for await (const shows of mediaPorts.isShown.askEach(tx, { mediaId })) {
    shown = shows
    if (shown) break
  }
  await setMediaVisibility(tx, mediaId, shown)
  return shown
}
