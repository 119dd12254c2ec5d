import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type ByteRange, MissingFile } from '../../platform/storage/storage.ts'
import { namesEtag, parseRange } from './rules.ts'

const PUBLIC_SECONDS = 600

interface SentFile {
  key: string
  contentType: string
  public: boolean
}

export function gone(): AppError {
  return new AppError('not_found', 'This file may have been deleted or does not exist.')
}

/** Sends the file, a range of it, or 304. A HEAD request opens no file. */
export async function sendFile(
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
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': file.public ? `public, max-age=${PUBLIC_SECONDS}` : 'private, no-store',
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
