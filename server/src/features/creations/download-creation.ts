import { describeSheet } from '@vignette/contract/output-size.ts'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { writeZip } from '../../platform/http/write-zip.ts'
import type { CreationRow } from '../../schema/creations.ts'
import type { MediaRow } from '../../schema/media.ts'
import { findMedia, keepFirst, openPdf, signedHeader } from '../media/index.ts'
import { creationNotFound, getVisible } from './creation.ts'
import { noteOpening } from './get-creation.ts'
import { listShownFiles } from './part.ts'

/**
 * One file as an attachment, under its default name or the requested one; a large picture also as
 * PDF, and all files of a creation as ZIP.
 */
export async function downloadCreation(
  ctx: Ctx,
  want: {
    id: string
    key?: string | undefined
    filename?: string | undefined
    format?: 'pdf' | 'zip' | undefined
    /** Counted from 1. */
    file: number
  },
  reply: FastifyReply,
): Promise<void> {
  const row = await getVisible(ctx, want.id, want.key)
  if (row.proofUntil) throw keepFirst()
  const ids = await listShownFiles(ctx, row)
  const found = await findMedia(ctx, ids)
  const one = found.get(ids[want.file - 1] ?? '')
  if (!one || found.size < row.fileCount) throw creationNotFound()
  const { type, extension, open, ...facts } =
    want.format === 'zip'
      ? zipOf(
          ctx,
          row,
          ids.flatMap((id) => found.get(id) ?? []),
        )
      : want.format === 'pdf'
        ? pdfOf(ctx, one)
        : { ...one, type: one.contentType, open: () => ctx.storage.open(one.storageKey) }
  const isPart = row.fileCount > 1 && want.format !== 'zip'
  const name = want.filename ?? `creation-${row.id}${isPart ? `-${want.file}` : ''}`
  // Opened before the headers are sent: otherwise the browser would save the error message as a picture.
  const body = reply.request.method === 'HEAD' ? undefined : await open()
  if (body) await noteOpening(ctx, row, 'download')
  reply.headers({
    'content-type': type,
    // What is written as it is sent has no length before.
    ...('bytes' in facts && { 'content-length': String(facts.bytes) }),
    'content-disposition': dispositionOf(name, extension),
    'x-content-type-options': 'nosniff',
    ...signedHeader('signedBy' in facts && facts.signedBy !== null),
    'cache-control': 'private, no-store',
  })
  await reply.send(body)
}

function pdfOf(ctx: Ctx, file: MediaRow) {
  if (!describeSheet(file)) throw tooSmallForPdf()
  return { type: 'application/pdf', extension: 'pdf', open: () => openPdf(ctx, file) }
}

function zipOf(ctx: Ctx, { id, deliveredAt, createdAt }: CreationRow, files: readonly MediaRow[]) {
  const entries = files.map(({ extension, storageKey }, at) => ({
    name: `creation-${id}-${at + 1}.${extension}`,
    open: () => ctx.storage.open(storageKey),
  }))
  const open = async () => writeZip(entries, deliveredAt ?? createdAt)
  return { type: 'application/zip', extension: 'zip', open }
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
