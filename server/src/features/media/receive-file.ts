import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Received } from '../../platform/http/define-api.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { diskFull, hasDiskRoom, isDiskFull } from '../../platform/storage/disk-room.ts'

/** Bytes allowed for the multipart frame around the file. */
const FRAME_BYTES = 64 * 1024

/** How often the disk is asked while a file arrives. */
const ASK_DISK_BYTES = 16 * MEGABYTE

export interface ReceivedFile extends Received {
  path: string
  outPath: string
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'payload_too_large',
    `File too large. Maximum size: ${maxBytes / MEGABYTE} MB.`,
    { details: [{ path: 'file', message: `must be at most ${maxBytes / MEGABYTE} MB` }] },
  )
}

/**
 * Streams the multipart field `file` to a file named by us and aborts at the limit. The sender's
 * file name is never used.
 */
export async function receiveFile(
  ctx: Pick<Ctx, 'config'>,
  request: FastifyRequest,
  maxBytes: number,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) {
    throw new AppError('bad_request', 'Send the file as multipart/form-data, in the field "file".')
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FRAME_BYTES) {
    cutOff(request, maxBytes)
    throw tooLarge(maxBytes)
  }
  const folder = join(ctx.config.dataDir, 'tmp')
  makeFolder(folder, 0o700)
  const path = join(folder, `upload-${randomBytes(12).toString('hex')}`)
  const outPath = `${path}.checked`
  const discard = async () => {
    await Promise.all([rm(path, { force: true }), rm(outPath, { force: true })])
  }
  const over = new AbortController()
  try {
    const reading = takePart(request, maxBytes)
    // Only after the parser has begun to read, since a data listener starts the flow.
    abortBeyond(request, maxBytes + FRAME_BYTES, over)
    const part = await Promise.race([reading, rejectedBy(over.signal)])
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    const hash = createHash('sha256')
    const hashing = async function* (chunks: AsyncIterable<Buffer>) {
      let unasked = 0
      for await (const chunk of chunks) {
        unasked += chunk.length
        // Uploads that arrive together, or never end, share the disk that was asked before each.
        if (unasked > ASK_DISK_BYTES) {
          unasked = 0
          if (!(await hasDiskRoom(ctx.config))) throw diskFull()
        }
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(part.file, hashing, target, { signal: over.signal })
    if (part.file.truncated) throw tooLarge(maxBytes)
    if (part.file.bytesRead === 0) throw new AppError('invalid_media', 'The file is empty.')
    return { path, outPath, digest: hash.digest('hex'), discard }
  } catch (error) {
    // What comes while the files are removed must not use up what is drained beside the answer.
    request.raw.unpipe()
    request.raw.pause()
    await discard()
    cutOff(request, maxBytes)
    if (over.signal.aborted) throw tooLarge(maxBytes)
    // A full disk is not the fault of the file.
    throw error instanceof AppError || isDiskFull(error) ? error : unreadable(error)
  }
}

function abortBeyond({ raw }: FastifyRequest, most: number, over: AbortController): void {
  let left = most
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) over.abort()
  })
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** Keeps draining the body briefly so that the client can read the 413, then closes the socket. */
function cutOff({ raw }: FastifyRequest, most: number): void {
  if (raw.complete || raw.destroyed) return
  let left = most
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}

async function takePart(request: FastifyRequest, maxBytes: number): Promise<MultipartFile> {
  try {
    const limits = { fileSize: maxBytes, files: 1, fields: 10, parts: 11, fieldSize: 4096 }
    const part = await request.file({ limits, throwFileSizeLimit: false })
    if (part?.fieldname === 'file') return part
    part?.file.resume()
  } catch (error) {
    throw unreadable(error)
  }
  throw new AppError('bad_request', 'The form has no file in the field "file".', {
    details: [{ path: 'file', message: 'is missing' }],
  })
}

function unreadable(cause: unknown): AppError {
  return new AppError('bad_request', 'The upload broke off or is no valid form.', { cause })
}
