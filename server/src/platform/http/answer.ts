import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Coding = 'br' | 'gzip'
/** Gives the body in a coding, compressed for the first client that takes it. */
export type Pack = (coding: Coding) => Promise<Buffer>

/** An answer built before it is sent. */
export interface Answer {
  status: number
  type: string
  body: Buffer
  etag: string
  /** The path of a page that has moved. */
  location?: string
  /** Absent where the body is too short to be compressed. */
  pack: Pack | undefined
}

/** Below this a compressed body saves no packet. */
const LEAST_BYTES = 1024

export function buildAnswer(
  content: string | Buffer,
  { status = 200, type }: { status?: number; type: string },
): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const pack = body.length < LEAST_BYTES ? undefined : keepPacked(body)
  return { status, type, body, etag: `W/"${digest}"`, pack }
}

/** Compresses a body once a coding; `known` are codings of it that are there. */
export function keepPacked(body: Buffer, known: Partial<Record<Coding, Buffer>> = {}): Pack {
  const packed = new Map<Coding, Promise<Buffer>>()
  return (coding) => {
    const made = packed.get(coding) ?? Promise.resolve(known[coding] ?? compress(body, coding, 5))
    packed.set(coding, made)
    return made
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

function compress(body: Buffer, coding: Coding, quality: number): Promise<Buffer> {
  if (coding === 'gzip') return zip(body, { level: quality })
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
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
  return packBody(request, reply, answer)
}

export async function packBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, pack }: Pick<Answer, 'body' | 'pack'>,
): Promise<Buffer> {
  if (!pack) return body
  reply.header('vary', 'accept-encoding')
  const coding = codingFor(request)
  if (!coding) return body
  reply.header('content-encoding', coding)
  return pack(coding)
}

/** Compresses an answer that was written for one caller, as cheaply as it goes. */
export async function packWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  if (text.length < LEAST_BYTES || reply.hasHeader('content-encoding')) return text
  const pack: Pack = (coding) => compress(Buffer.from(text), coding, 1)
  return packBody(request, reply, { body: Buffer.from(text), pack })
}

/** Whether the browser already has exactly this answer (ETag). */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && known.split(/,\s*/).includes(etag)
}

const ACCEPTS: [Coding, RegExp][] = [
  ['br', /(?:^|[,\s])br(?:$|[,\s;](?!\s*q=0(?:\.0*)?(?:$|,)))/],
  ['gzip', /(?:^|[,\s])gzip(?:$|[,\s;](?!\s*q=0(?:\.0*)?(?:$|,)))/],
]

function codingFor(request: FastifyRequest): Coding | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return ACCEPTS.find(([, pattern]) => pattern.test(accepted))?.[0]
}
