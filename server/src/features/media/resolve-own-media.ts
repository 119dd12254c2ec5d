import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findMedia } from './find-media.ts'
import type { MediaRow } from './tables.ts'

const ADDRESS = /\/media\/([0-9a-f-]{36})\//
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id or an address of ours, as a media id; addresses of elsewhere are never fetched. */
export function mediaIdOf(reference: string): string | undefined {
  if (ID.test(reference)) return reference
  return ADDRESS.exec(reference)?.[1]
}

/** The caller's own file, or a public one, of the kind that is needed. */
export async function resolveUsableMedia(
  ctx: Ctx,
  want: { path: string; kind: MediaRow['kind']; reference: string },
): Promise<MediaRow> {
  const id = mediaIdOf(want.reference)
  const row = id ? (await findMedia(ctx, [id])).get(id) : undefined
  const usable = row && (row.public || row.ownerId === ctx.caller.principal?.id)
  if (!usable) {
    throw new AppError(
      'validation_failed',
      `${want.path} names no file of yours. Please upload it again.`,
      {
        details: [{ path: want.path, message: 'names no file of yours' }],
      },
    )
  }
  if (row.kind !== want.kind) {
    throw new AppError(
      'validation_failed',
      `${want.path} must be ${want.kind}, but the file is ${row.kind}.`,
      {
        details: [{ path: want.path, message: `must be ${want.kind}` }],
      },
    )
  }
  return row
}
