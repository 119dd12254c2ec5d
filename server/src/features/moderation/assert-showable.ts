import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MediaRow } from '../media/index.ts'
import { moderationPorts } from './ports.ts'
import { pictureOf, requireScores } from './require-scores.ts'

/**
 * Called before a person's own file becomes public. At upload a file was only checked
 * against `refuse`; publishing requires the verdict `allow`, of a test's product too. Creations were
 * checked at delivery. Where no check in force has scored the file, the file is scored outside the transaction
 * first.
 */
export async function assertShowable(tx: TxCtx, path: string, file: MediaRow): Promise<void> {
  if (file.public) return
  await moderationPorts.assertPublishable.ask(tx, { mediaId: file.id })
  if (file.origin === 'upload' && !pictureOf(file)) return
  requireScores(tx, [file])
  if (file.verdict === 'allow' || (file.origin === 'generated' && !file.verdict)) return
  throw new AppError(
    'content_refused',
    `${path} shows what may not be public here. The file stays yours to see.`,
    { details: [{ path, message: 'shows what may not be public here' }] },
  )
}
