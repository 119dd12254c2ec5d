import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { ChildError } from '../../platform/children/messages.ts'
import { MissingFile } from '../../platform/storage/storage.ts'
import type { MediaRow } from './tables.ts'

const INSPECT_LIMIT_MS = 20_000

type FileFault = 'missing' | 'unreadable' | 'blank'

/**
 * What a machine can see to be wrong with a stored file; undefined where the file looks whole. Of a
 * film only the stored length is compared. Asks the store and a child, so it runs in no transaction.
 */
export async function inspectFile(
  ctx: Ctx,
  file: Pick<MediaRow, 'kind' | 'storageKey' | 'bytes'>,
): Promise<FileFault | undefined> {
  const stat = await ctx.storage.stat(file.storageKey)
  if (!stat) return 'missing'
  if (stat.bytes !== file.bytes) return 'unreadable'
  if (file.kind !== 'image') return undefined
  try {
    const bytes = await ctx.storage.read(file.storageKey)
    const request = { bytes, maxPixels: MAX_IMAGE_PIXELS }
    const options = { timeoutMs: INSPECT_LIMIT_MS }
    const blank = await ctx.uploadChildren
      .inTurn('inspect')
      .run<boolean>('isBlank', request, options)
    return blank ? 'blank' : undefined
  } catch (error) {
    if (error instanceof MissingFile) return 'missing'
    if (error instanceof ChildError && error.code === 'invalid_media') return 'unreadable'
    throw error
  }
}
