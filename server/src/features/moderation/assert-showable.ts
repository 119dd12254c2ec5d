import { OutsideFirst, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MediaRow } from '../media/index.ts'
import { checksInForce } from './checks-in-force.ts'
import { moderationPorts } from './ports.ts'
import { scoreFile } from './score-file.ts'

/**
 * Called before a person's own file becomes public. At upload a file was only checked
 * against `refuse`; publishing requires the verdict `allow`, of a test's product too. Creations were
 * checked at delivery. Where no check in force has scored the file, the file is scored outside the transaction
 * first.
 */
export async function assertShowable(tx: TxCtx, path: string, file: MediaRow): Promise<void> {
  if (file.public) return
  await moderationPorts.assertPublishable.ask(tx, { mediaId: file.id })
  const picture = file.previewKey ?? (file.kind === 'image' ? file.storageKey : null)
  if (file.origin === 'upload' && !picture) return
  if (file.origin === 'upload' && picture && file.verdictBy !== checksInForce(tx)) {
    throw new OutsideFirst((ctx) => scoreFile(ctx, { id: file.id, picture }))
  }
  if (file.verdict === 'allow' || (file.origin === 'generated' && !file.verdict)) return
  throw new AppError(
    'content_refused',
    `${path} shows what may not be public here (rule nsfw). The file stays yours to see.`,
    { details: [{ path, message: 'shows what may not be public here (rule nsfw)' }] },
  )
}
