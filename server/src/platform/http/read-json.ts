import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProcessState } from '../process-state.ts'
import { takeTurn } from '../take-turn.ts'
import { AppError } from './app-error.ts'

/** A body this small is parsed and checked well within a millisecond, and waits for no turn. */
const SMALL_BYTES = 4 * 1024
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i

/** Reads JSON bodies; a large body is parsed and checked in a turn of its own. */
export function readJson(app: FastifyInstance, process: ProcessState): void {
  const parse = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
    if (OTHER_CHARSET.test(request.headers['content-type'] ?? ''))
      throw new AppError('unsupported_media', 'JSON is read in UTF-8 alone.')
    if (body.length > SMALL_BYTES) await takeTurn(process, request.ip)
    try {
      return JSON.parse(body.toString('utf8'))
    } catch (cause) {
      throw new AppError('bad_request', 'The body is not valid JSON.', { cause })
    }
  }
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { rawBody, fileTypes } = request.routeOptions.config.contract ?? {}
      if (rawBody || fileTypes) {
        request.rawBody = body
        return {}
      }
      return body.length === 0 ? undefined : parse(request, body)
    },
  )
  app.addContentTypeParser(
    ['image/png', 'image/webp'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!request.routeOptions.config.contract?.fileTypes) {
        throw new AppError('unsupported_media', 'This call does not take that content type.')
      }
      request.rawBody = body
      return {}
    },
  )
  // navigator.sendBeacon sends text/plain to avoid a preflight.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, parse)
}

/**
 * The fault of a parsed request, or undefined. The database cannot store a NUL or half a surrogate
 * pair; unlimited nesting would overflow any recursive reader; `__proto__` is never a real field.
 */
export function findUnusable(root: unknown, deepest: number): string | undefined {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      const fault = faultOfText(value)
      if (fault) return fault
    }
    if (!isNested(value)) continue
    if (depth >= deepest) return `is nested too deeply: at most ${deepest} lists and objects`
    for (const key of Object.keys(value)) {
      if (key === '__proto__') return 'has a field named __proto__'
      const member = (value as Record<string, unknown>)[key]
      const fault =
        faultOfText(key) ?? (typeof member === 'string' ? faultOfText(member) : undefined)
      if (fault) return fault
      if (isNested(member)) waiting.push({ value: member, depth: depth + 1 })
    }
  }
  return undefined
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
}

function faultOfText(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character'
  return text.isWellFormed() ? undefined : 'holds half a character'
}
