import type { IncomingMessage, RequestListener } from 'node:http'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EventHub } from '../events/event-hub.ts'
import { keepRecent } from '../process-state.ts'
import { type Answer, isUnchanged, packFor } from './answer.ts'
import { createRequestId, noteAnswer, observeAnswer } from './observe.ts'

/** An answer that every caller of the same address gets. */
export class SharedAnswer {
  readonly answer: Answer
  /** Whether a new caller would get the same answer. */
  readonly isCurrent: () => boolean

  constructor(answer: Answer, isCurrent: () => boolean) {
    this.answer = answer
    this.isCurrent = isCurrent
  }
}

export interface SharedAnswers {
  /**
   * The answer of this key, made once for simultaneous callers. A failure is not kept, so that the
   * next caller may succeed. `make` must not depend on its caller.
   */
  get(key: string, keep: Keep, make: () => Promise<Answer>): Promise<SharedAnswer>
  /** Whether the answer of this key is there or being made. */
  has(key: string): boolean
  /** Drops every answer of this process, running computations included. */
  drop(): void
  /** Answers a request whose answer was sent before, without the framework. */
  before(handler: RequestListener, options?: BeforeOptions): RequestListener
  /** Stores each shared answer that the framework has sent. */
  watch(app: FastifyInstance): void
}

interface BeforeOptions {
  /** Once aborted, every answer is the framework's. */
  retiring?: AbortSignal
  /** While true, every answer is the framework's, which asks who calls. */
  isClosed?: () => boolean
  log?: Parameters<typeof noteAnswer>[0]
}

export interface Keep {
  lifeMs: number
  /** Kept for its lifetime even when rows change. */
  outlivesChanges?: boolean
}

interface Sent {
  body: Buffer
  isCurrent: () => boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The shared answer sent to this request. */
    sharedAnswer?: Sent
  }
}

/** An answer that the framework sent, to be sent again to the same request line. */
interface Line extends Sent {
  /** Names and values alternate. */
  headers: string[]
  etag: string | undefined
  labels: { method: string; route: string; status: string }
  /** What the log names. */
  page: string
}

/** A page has some 80 KB, so that strangers who ask for many pages fill the bytes first. */
const ANSWERS = 1_000
const ANSWERS_BYTES = 64 * MEGABYTE
const LINES = 500
const LINES_BYTES = 32 * MEGABYTE

/**
 * Answers that are the same for every caller, kept for a short time. A change of a row that
 * `shownBy` names drops them all, running computations included.
 */
export function openSharedAnswers(options: {
  events: Pick<EventHub, 'subscribeAll'>
  /** The subjects of notifications that make answers stale. */
  shownBy: readonly string[]
  now?: () => number
}): SharedAnswers {
  const { now = () => performance.now() } = options
  const answers = keepRecent<{ made: Promise<SharedAnswer>; isCurrent: () => boolean }>(
    ANSWERS,
    ANSWERS_BYTES,
  )
  const lines = keepRecent<Line>(LINES, LINES_BYTES)
  let epoch = 0

  const drop = () => {
    epoch++
    lines.clear()
  }
  options.events.subscribeAll((change) => {
    if (change === null || options.shownBy.includes(change.about)) drop()
  })

  function begin(key: string, keep: Keep, make: () => Promise<Answer>) {
    const expires = now() + keep.lifeMs
    const since = epoch
    let fault = false
    const isCurrent = () => !fault && (keep.outlivesChanges || since === epoch) && now() < expires
    const made = make().then(
      (answer) => {
        fault = answer.status >= 500
        // Three times where it is also kept in brotli and gzip, neither longer than the body.
        const bytes = answer.body.length * (answer.pack ? 3 : 1)
        if (answers.get(key) === begun) answers.set(key, begun, bytes)
        return new SharedAnswer(answer, isCurrent)
      },
      (error: unknown) => {
        fault = true
        throw error
      },
    )
    const begun = answers.set(key, { made, isCurrent })
    return begun
  }

  return {
    get(key, keep, make) {
      const found = answers.get(key)
      return (found?.isCurrent() ? found : begin(key, keep, make)).made
    },

    drop,

    has: (key) => answers.get(key)?.isCurrent() === true,

    before:
      (handler, { retiring, isClosed, log } = {}) =>
      (request, response) => {
        // A program's call goes through the gate, which reads the scopes of its token.
        const isOpen =
          !retiring?.aborted && !isClosed?.() && request.headers.authorization === undefined
        const reads = request.method === 'GET' && isOpen
        const found = reads ? lines.get(lineOf(request)) : undefined
        if (!found?.isCurrent()) return handler(request, response)
        const began = performance.now()
        const unchanged = found.etag !== undefined && isUnchanged(request.headers, found.etag)
        const headers = unchanged ? withoutBody(found.headers) : found.headers
        const status = unchanged ? 304 : 200
        const reqId = createRequestId()
        response.writeHead(status, [...headers, 'x-request-id', reqId])
        response.end(unchanged ? undefined : found.body)
        const ms = performance.now() - began
        observeAnswer(found.labels, ms)
        if (log) noteAnswer(log, { reqId, method: 'GET', route: found.page, status, ms })
      },

    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        const sent = request.sharedAnswer
        if (reply.statusCode !== 200 || !sent?.isCurrent()) return
        const headers = reply.getHeaders()
        const route = request.routeOptions.url ?? 'unknown'
        const line = {
          ...sent,
          headers: flatten(headers),
          etag: typeof headers.etag === 'string' ? headers.etag : undefined,
          labels: { method: 'GET', route, status: '200' },
          page: request.page ?? route,
        }
        lines.set(lineOf(request.raw), line, sent.body.length)
      })
    },
  }
}

/** Sends a shared answer, or 304 where the browser has the answer. */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, isCurrent }: SharedAnswer,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-cache').header('etag', answer.etag)
  if (answer.pack) reply.header('vary', 'accept-encoding')
  if (answer.status === 200 && isUnchanged(request.headers, answer.etag)) {
    return reply.code(304).send()
  }
  const body = await packFor(request, reply, answer)
  request.sharedAnswer = { body, isCurrent }
  return reply.send(body)
}

/** All parts of a request on which a shared answer may depend. */
function lineOf({ url, headers }: IncomingMessage): string {
  const packed = headers['accept-encoding'] ?? ''
  const seen = [headers['x-forwarded-proto'], headers['x-forwarded-host'], headers.host]
  return `${url} ${seen.join(' ')} ${packed}`
}

/** Headers of one answer alone; Node adds its own. */
const OWN = new Set([
  'x-request-id',
  'connection',
  'keep-alive',
  'date',
  'set-cookie',
  'ratelimit',
  'ratelimit-policy',
  'access-control-allow-origin',
  'access-control-expose-headers',
])

function flatten(headers: Record<string, unknown>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const sent = typeof value === 'string' || typeof value === 'number'
    return sent && !OWN.has(name) ? [name, `${value}`] : []
  })
}

const OF_A_BODY = new Set(['content-type', 'content-length', 'content-encoding'])

function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_, at) => !OF_A_BODY.has(headers[at - (at % 2)] ?? ''))
}
