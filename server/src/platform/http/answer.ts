import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)

/** An answer built before it is sent. */
export interface Answer {
  status: number
  type: string
  body: Buffer
  etag: string
  /** The path of a page that has moved. */
  location?: string
  /**
   * The body in brotli, compressed for the first browser that accepts brotli; absent where the
   * answer is never compressed.
   */
  packed: (() => Promise<Buffer>) | undefined
}

export function buildAnswer(
  text: string,
  { status = 200, type, packs = false }: { status?: number; type: string; packs?: boolean },
): Answer {
  const body = Buffer.from(text)
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  let packing: Promise<Buffer> | undefined
  const pack = () => (packing ??= packBody(body))
  return { status, type, body, etag: `W/"${digest}"`, packed: packs ? pack : undefined }
}

function packBody(body: Buffer): Promise<Buffer> {
  return compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/** The body in an encoding that this client accepts; sets the reply's encoding header. */
export async function packFor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<Buffer> {
  reply.code(answer.status).type(answer.type)
  if (!answer.packed) return answer.body
  reply.header('vary', 'accept-encoding')
  if (!acceptsBrotli(request)) return answer.body
  reply.header('content-encoding', 'br')
  return answer.packed()
}

/** Whether the browser already has exactly this answer (ETag). */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && known.split(/,\s*/).includes(etag)
}

export function acceptsBrotli(request: FastifyRequest): boolean {
  return /(?:^|[,\s])br(?:$|[,\s;](?!\s*q=0(?:\.0*)?(?:$|,)))/.test(
    String(request.headers['accept-encoding'] ?? ''),
  )
}
