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
      if (request.routeOptions.config.contract?.rawBody) {
        request.rawBody = body
        return {}
      }
      return body.length === 0 ? undefined : parse(request, body)
    },
  )
  // navigator.sendBeacon sends text/plain to avoid a preflight.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, parse)
}
