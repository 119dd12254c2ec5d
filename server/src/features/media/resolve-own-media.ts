import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findMedia } from './find-media.ts'
import type { MediaRow } from './tables.ts'

const PATH = /^\/media\/([^/]+)\//

/** An id or an address on this site, as a media id; addresses of elsewhere are never fetched. */
export function mediaIdOf(ctx: Pick<Ctx, 'origin'>, reference: string): string | undefined {
  const id = UUID_PATTERN.test(reference)
    ? reference
    : PATH.exec(ownPathOf(ctx, reference) ?? '')?.[1]
  return id && UUID_PATTERN.test(id) ? id : undefined
}

/** The path of an address on this site, written with or without its origin. */
export function ownPathOf(ctx: Pick<Ctx, 'origin'>, address: string): string | undefined {
  if (!URL.canParse(address, ctx.origin)) return undefined
  const { origin, pathname } = new URL(address, ctx.origin)
  return origin === new URL(ctx.origin).origin ? pathname : undefined
}

interface WantedFile {
  path: string
  /** What people know the field by, where that is not its path. */
  name?: string
  kind: MediaRow['kind']
  reference: string
}

/** The caller's own file, or a public one, of the kind that is needed. */
export async function resolveUsableMedia(ctx: Ctx, want: WantedFile): Promise<MediaRow> {
  const id = mediaIdOf(ctx, want.reference)
  const row = id ? (await findMedia(ctx, [id])).get(id) : undefined
  const usable = row && (row.public || row.ownerId === ctx.caller.principal?.id)
  if (!usable) {
    throw refuse(want, `names no file of yours. Please upload it again.`)
  }
  if (row.kind !== want.kind) {
    throw refuse(want, `must be ${want.kind}, but the file is ${row.kind}.`)
  }
  return row
}

function refuse({ path, name = path }: WantedFile, fault: string): AppError {
  const message = `${name} ${fault}`
  return new AppError('validation_failed', message, { details: [{ path, message }] })
}
