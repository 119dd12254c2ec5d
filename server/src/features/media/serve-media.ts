import type { Readable } from 'node:stream'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
} from '@vignette/contract/picture-sizes.ts'
import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type ByteRange, MissingFile } from '../../platform/storage/storage.ts'
import { type MediaRow, media, mediaVariants } from '../../schema/media.ts'
import { isMadeFor } from '../identity/index.ts'
import { maySee } from './may-see.ts'
import { namesEtag, parseRange } from './rules.ts'

const FILE = /^([A-Za-z0-9_-]{16})(?:-(preview|\d{2,4}))?\.([a-z0-9]{2,4})$/

interface Served {
  key: string
  contentType: string
  /** Stands for a size that is not made yet. */
  instead?: boolean
  /** The bytes hold a signed manifest; a preview or another size holds none. */
  signed?: boolean
}

/** Says of a file that is sent, or of a part of it, whether the whole holds a signed manifest. */
export const signedHeader = (signed: boolean) => ({
  'x-content-credentials': signed ? 'signed' : 'none',
})

/** Serves files outside the API base; checks access before opening any file. */
export function serveMedia(
  app: FastifyInstance,
  ctx: Ctx,
  identify: (request: FastifyRequest) => Promise<Caller>,
): void {
  app.route<{ Params: { id: string; file: string }; Querystring: { key?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:file',
    schema: { hide: true },
    handler: async (request, reply) => {
      const wanted = FILE.exec(request.params.file)
      // A token opens its owner's private files only where it was made for runs.
      const look = async () => {
        const caller = await identify(request)
        return isMadeFor(caller, 'run') ? caller : { ...caller, principal: null }
      }
      const row = wanted && (await findRow(ctx, request.params.id))
      if (!row || row.token !== wanted[1]) throw gone()
      if (row.sealed) throw await refuseSealed(row, look)
      const isOpen = row.public || (await maySee(ctx, row, request.query.key, look))
      if (!isOpen) throw gone()
      const served = await choose(ctx, row, wanted[2], wanted[3] ?? '')
      if (!served) throw gone()
      return sendFile(ctx, { ...served, public: row.public }, request, reply)
    },
  })
}

async function findRow(ctx: Ctx, id: string): Promise<MediaRow | undefined> {
  if (!UUID_PATTERN.test(id)) return undefined
  const [row] = await ctx.db
    .select()
    .from(media)
    .where(and(eq(media.id, id), isNull(media.deletedAt)))
  return row
}

/** The owner is told to keep the proof first; for every other caller the file does not exist. */
async function refuseSealed(row: MediaRow, identify: () => Promise<Caller>): Promise<AppError> {
  const { principal } = await identify()
  return principal?.id === row.ownerId ? keepFirst() : gone()
}

async function choose(
  ctx: Ctx,
  row: MediaRow,
  which: string | undefined,
  extension: string,
): Promise<Served | undefined> {
  if (which === undefined) {
    return extension === row.extension
      ? { key: row.storageKey, contentType: row.contentType, signed: row.signedBy !== null }
      : undefined
  }
  if (which === 'preview') {
    return row.previewKey ? previewOf(row.previewKey) : undefined
  }
  const width = PICTURE_WIDTHS.find((each) => each === Number(which))
  const format = PICTURE_FORMATS.find((each) => each === extension)
  return width && format && findSize(ctx, row, { width, format })
}

/** A size that is not made yet is answered with the nearest smaller one. */
async function findSize(
  ctx: Ctx,
  row: MediaRow,
  { width, format }: { width: number; format: PictureFormat },
): Promise<Served | undefined> {
  const [size] = await ctx.db
    .select()
    .from(mediaVariants)
    .where(
      and(
        eq(mediaVariants.mediaId, row.id),
        eq(mediaVariants.format, format),
        lte(mediaVariants.width, width),
      ),
    )
    .orderBy(desc(mediaVariants.width))
    .limit(1)
  if (!size) return row.previewKey ? { ...previewOf(row.previewKey), instead: true } : undefined
  return {
    key: size.storageKey,
    contentType: `image/${format}`,
    instead: size.width < width,
  }
}

function previewOf(key: string): Served {
  return { key, contentType: 'image/webp' }
}

export function keepFirst(): AppError {
  return new AppError(
    'keep_first',
    'This is a proof. Keep it first: you are then charged, and the whole file is yours.',
  )
}

const PUBLIC_SECONDS = 600

interface SentFile extends Served {
  public: boolean
}

function cacheControlOf({ public: isPublic, instead }: SentFile): string {
  if (!isPublic) return 'private, no-store'
  return instead ? 'no-store' : `public, max-age=${PUBLIC_SECONDS}`
}

function gone(): AppError {
  return new AppError('not_found', 'This file may have been deleted or does not exist.')
}

/** Sends the file, a range of it, or 304. A HEAD request opens no file. */
async function sendFile(
  ctx: Ctx,
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stat = await ctx.storage.stat(file.key)
  if (!stat) throw gone()
  const { headers } = request
  // A key is written once, so its name and length identify the content.
  const etag = `"${file.key.split('/').at(-1)}-${stat.bytes}"`
  const shared = {
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // What everybody may see, a page of another site may show and read.
    'cross-origin-resource-policy': file.public ? 'cross-origin' : 'same-origin',
    ...(file.public && { 'access-control-allow-origin': '*' }),
    'cache-control': cacheControlOf(file),
    ...signedHeader(file.signed === true),
  }
  if (namesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(shared).send()
  // A range of this file must not continue a cached part of another file.
  const fits = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = fits ? parseRange(headers.range, stat.bytes) : undefined
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({
        ...shared,
        'content-range': `bytes */${stat.bytes}`,
        'cache-control': 'no-store',
      })
      .send()
  }
  // Opened before the headers are sent, so that an unreadable file still gives an error.
  const body = request.method === 'HEAD' ? undefined : await open(ctx, file.key, range)
  reply.headers({
    ...shared,
    'content-type': file.contentType,
    'content-length': String(range ? range.end - range.start + 1 : stat.bytes),
  })
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stat.bytes}`)
  }
  return reply.send(body)
}

async function open(ctx: Ctx, key: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    return await ctx.storage.open(key, range)
  } catch (error) {
    if (error instanceof MissingFile) throw gone()
    throw error
  }
}
