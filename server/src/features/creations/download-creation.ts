import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { findMedia, keepFirst } from '../media/index.ts'
import { noteOpening } from './note-opening.ts'
import { creationNotFound, getVisible } from './queries.ts'

/** The file as an attachment, under its default name or the requested one. */
export async function downloadCreation(
  ctx: Ctx,
  want: { id: string; key?: string | undefined; filename?: string | undefined },
  reply: FastifyReply,
): Promise<void> {
  const row = await getVisible(ctx, want.id, want.key)
  if (row.proofUntil) throw keepFirst()
  const file = (await findMedia(ctx, row.mediaId ? [row.mediaId] : [])).get(row.mediaId ?? '')
  if (!file) throw creationNotFound()
  // Opened before the headers are sent: otherwise the browser would save the error message as a picture.
  const body = reply.request.method === 'HEAD' ? undefined : await ctx.storage.open(file.storageKey)
  if (body) await noteOpening(ctx, row, 'downloadedAt')
  reply.headers({
    'content-type': file.contentType,
    'content-length': String(file.bytes),
    'content-disposition': dispositionOf(want.filename ?? `creation-${row.id}`, file.extension),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  await reply.send(body)
}

const BEYOND_ASCII = /[^\w .()-]+/g
/** Characters that file systems and headers do not accept. */
const NEVER_IN_A_NAME = /[\p{Cc}\p{Cf}\p{Cs}"\\/:*?<>|]+/gu

/** Always with the extension of the file's true type, so that no name turns a picture into a program. */
function dispositionOf(asked: string, extension: string): string {
  const clean = asked.replace(NEVER_IN_A_NAME, '_').trim() || 'creation'
  const ends = clean.toLowerCase().endsWith(`.${extension}`)
  const name = ends ? clean : `${clean}.${extension}`
  const ascii = name.replace(BEYOND_ASCII, '_')
  if (ascii === name) return `attachment; filename="${name}"`
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
