import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findMedia } from './find-media.ts'
import { mediaIdOf } from './media-id-of.ts'
import type { MediaRow } from './tables.ts'

interface WantedFile {
  path: string
  /** The label of the field, where it differs from its path. */
  name?: string
  kind: MediaRow['kind']
  reference: string
}

/** Finds a file of the wanted kind that is the caller's own or public. */
export async function resolveUsableMedia(ctx: Ctx, want: WantedFile): Promise<MediaRow> {
  const id = mediaIdOf(ctx, want.reference)
  const row = id ? (await findMedia(ctx, [id])).get(id) : undefined
  const usable = row && !row.sealed && (row.public || row.ownerId === ctx.caller.principal?.id)
  if (!usable) {
    throw refuse(want, `names no file of yours. Please upload it again.`)
  }
  if (row.kind !== want.kind) {
    throw refuse(want, `must be ${want.kind}, but the file is ${row.kind}.`)
  }
  return row
}

function refuse({ path, name }: WantedFile, fault: string): AppError {
  const message = name === undefined ? fault : `${name} ${fault}`
  const sentence = `${name ?? path} ${fault}`
  return new AppError('validation_failed', sentence, { details: [{ path, message }] })
}
