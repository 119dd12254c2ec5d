import { describeSheet } from '@vignette/contract/output-size.ts'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findMedia, keepFirst, openPdf, signedHeader } from '../media/index.ts'
import { creationNotFound, getVisible } from './creation.ts'
import { noteOpening } from './get-creation.ts'

/** The file as an attachment, under its default name or the requested one; a large picture also as PDF. */
export async function downloadCreation(
  ctx: Ctx,
  want: {
    id: string
    key?: string | undefined
    filename?: string | undefined
    format?: 'pdf' | undefined
  },
  reply: FastifyReply,
): Promise<void> {
  const row = await getVisible(ctx, want.id, want.key)
  if (row.proofUntil) throw keepFirst()
  const file = (await findMedia(ctx, row.mediaId ? [row.mediaId] : [])).get(row.mediaId ?? '')
  if (!file) throw creationNotFound()
  const asPdf = want.format === 'pdf'
  if (asPdf && !describeSheet(file)) throw tooSmallForPdf()
  // Opened before the headers are sent: otherwise the browser would save the error message as a picture.
  const open = () => (asPdf ? openPdf(ctx, file) : ctx.storage.open(file.storageKey))
  const body = reply.request.method === 'HEAD' ? undefined : await open()
  if (body) await noteOpening(ctx, row, 'download')
  reply.headers({
    'content-type': asPdf ? 'application/pdf' : file.contentType,
    // A PDF is written as it is sent, so its length is not known before.
    ...(!asPdf && { 'content-length': String(file.bytes) }),
    'content-disposition': dispositionOf(
      want.filename ?? `creation-${row.id}`,
      asPdf ? 'pdf' : file.extension,
    ),
    'x-content-type-options': 'nosniff',
    ...signedHeader(!asPdf && file.signedBy !== null),
    'cache-control': 'private, no-store',
  })
  await reply.send(body)
}

function tooSmallForPdf(): AppError {
  const message = 'Only a picture with 2,048 px or more on its longer side comes as PDF.'
  return new AppError('validation_failed', message, { details: [{ path: 'format', message }] })
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
