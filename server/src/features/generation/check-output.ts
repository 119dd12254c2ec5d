import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MediaRow } from '../media/index.ts'
import { checkImage, type ImageVerdict } from '../moderation/index.ts'
import { retryStorage } from './retry-storage.ts'

/** Scores the picture itself, or a film's poster; throws where the picture is not allowed. */
export async function checkOutput(
  ctx: Ctx,
  file: Pick<MediaRow, 'kind' | 'previewKey' | 'storageKey'>,
  signal: AbortSignal,
): Promise<ImageVerdict> {
  const key = file.kind === 'video' ? file.previewKey : file.storageKey
  if (!key) throw new Error('the output has no picture to score')
  const bytes = await retryStorage(ctx, signal, () => ctx.storage.read(key))
  const verdict = await checkImage(ctx, bytes, signal)
  if (verdict.decision !== 'refuse') return verdict
  throw new AppError(
    'content_refused',
    'The result is of a kind that is not allowed here. It was not kept and nothing was charged.',
  )
}
