import { setTimeout as wait } from 'node:timers/promises'
import { NEWCOMER_RATE, type Route, rateOf } from '@vignette/contract/define-route.ts'
import { ANONYMOUS_ID_PATTERN } from '@vignette/contract/limits.ts'
import { API_BASE, VISITOR_HEADER } from '@vignette/contract/paths.ts'
import { BODY } from '@vignette/contract/request-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { diskFull } from '../storage/disk-room.ts'
import { AppError } from './app-error.ts'
import type { CallCtx, Gate, HttpCaller } from './call-ctx.ts'
import { type Binding, type Input, REPLIED, type Received, WithStatus } from './define-api.ts'
import { answerOnce } from './idempotency.ts'
import { isProgram, openToPrograms } from './open-to-programs.ts'
import type { RateLimiter } from './rate-limits.ts'
import { leavesBodyUnread } from './receive-in-time.ts'
import { SharedAnswer, sendShared } from './shared-answers.ts'
import { watchCaller } from './watch-caller.ts'

interface ApiParts<C extends CallCtx> {
  ctx: C
  gate: Gate<C['caller']>
  limit: RateLimiter
  site: Site
  /** Whether the server is public, so that callers without an account may send less. */
  boundsGuests: boolean
  /** Whether the disks have room for a large body. */
  hasRoom: () => Promise<boolean>
}

/**
 * Routes of the contract, each with its checks in one order: the client IP's rate limit before the
 * body is read; then the body's size, syntax and schema; then caller, permission, the caller's rate
 * limit and idempotency.
 */
export function mountApi<C extends CallCtx>(
  app: FastifyInstance,
  bindings: readonly Binding<C>[],
  parts: ApiParts<C>,
): void {
  for (const binding of bindings) {
    const { route } = binding
    app.route({
      method: route.method,
      url: `${API_BASE}${route.path}`,
      schema: schemaOf(route),
      ...(route.bodyBytes ? { bodyLimit: route.bodyBytes } : {}),
      config: { contract: route },
      onRequest: async (request, reply) => {
        if (route.stream) {
          const releaseSlot = parts.ctx.waits.take('streams', { address: request.ip })
          reply.raw.once('close', releaseSlot)
        }
        try {
          await checkBeforeBody(binding, parts, request, reply)
        } catch (error) {
          // Such a client connects again at once: answered in its own time, it does so four times a second.
          if (leavesBodyUnread(request.raw)) await wait(UNREAD_WAIT_MS)
          throw error
        }
      },
      handler: (request, reply) => answer(binding, parts, request, reply),
    })
  }
}

/** How long a refusal waits that leaves a long body unread. */
const UNREAD_WAIT_MS = 250

/** What is asked before the body is read. */
async function checkBeforeBody<C extends CallCtx>(
  binding: Binding<C>,
  parts: ApiParts<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const rate = rateOf(binding.route)
  if (rate && !isOwnCall(request)) {
    reply.headers((await parts.limit(rate, { address: request.ip })) ?? {})
  }
  const signature = binding.signedBy?.(parts.ctx)
  if (signature && request.headers[signature] === undefined) {
    throw new AppError('bad_request', 'The event carries no signature.')
  }
  await checkLargeBody(binding.route, parts, request)
}

/** The address of the socket of a call that this process makes to itself for a page; no connection has it. */
export const OWN_CALL = 'in process'

/** Whoever asked for the page was counted and noted for the page. */
export function isOwnCall({ socket }: FastifyRequest): boolean {
  return socket.remoteAddress === OWN_CALL
}

/** Before the body is read: what a guest may send, and whether the disks have room to keep it. */
async function checkLargeBody<C extends CallCtx>(
  route: Route,
  { gate, boundsGuests, hasRoom }: ApiParts<C>,
  request: FastifyRequest,
): Promise<void> {
  // An upload asks the disk itself; a webhook tells of money, and is stored only once its signature fits.
  if (!(route.body || route.fileTypes) || route.rawBody) return
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const bytes = encoding === undefined ? Number(length ?? 0) : Number.POSITIVE_INFINITY
  const guestBytes = boundsGuests ? route.guestBodyBytes : undefined
  if (guestBytes !== undefined && bytes > guestBytes) {
    const { principal } = await gate.identify(request)
    if (principal?.kind !== 'user') {
      throw new AppError(
        'payload_too_large',
        `Without an account this call takes ${guestBytes / 1024} KB and needs a Content-Length. Sign in to send more.`,
      )
    }
  }
  if (route.body && bytes > BODY.bytes && !(await hasRoom())) throw diskFull()
}

function schemaOf(route: Route): FastifySchema {
  return {
    summary: route.summary,
    operationId: route.name,
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.answer
      ? { response: { [route.status ?? 200]: route.answer, '2xx': route.answer } }
      : {}),
  } as FastifySchema
}

/** The site's address as configured; otherwise it is taken from each request. */
export interface Site {
  PUBLIC_URL?: string | undefined
  /** Further names of the site, as a browser writes them. */
  SHOP_HOSTS?: Readonly<Record<string, object>> | undefined
}

/** A listed name leads to itself, with the scheme of the site; every other name to the site's address. */
export function originOf(
  { PUBLIC_URL: publicUrl, SHOP_HOSTS }: Site,
  request: FastifyRequest,
): string {
  const host = request.host?.toLowerCase()
  if (publicUrl && host && SHOP_HOSTS && Object.hasOwn(SHOP_HOSTS, host)) {
    return `${new URL(publicUrl).protocol}//${host}`
  }
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  return publicUrl ?? `${scheme}://${request.host || 'localhost'}`
}

async function answer<C extends CallCtx>(
  binding: Binding<C>,
  parts: ApiParts<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const ctx = await callAs(binding.route, parts, request, reply)
  const input = {
    params: request.params,
    query: request.query,
    body: request.body,
    request,
    reply,
  } as Input<unknown>
  const received = await binding.receive?.(ctx, input)
  try {
    return await answerWith(binding, ctx, input, received)
  } finally {
    await received?.discard()
  }
}

/** Runs the checks of every call and builds its Ctx. */
async function callAs<C extends CallCtx>(
  route: Route,
  { ctx: base, gate, limit, site }: ApiParts<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<C> {
  const origin = originOf(site, request)
  const write = route.method !== 'GET'
  // A call that any site may send, such as a webhook, never identifies the browser.
  const guarded = route.csrf !== false
  let caller: C['caller'] = await gate.identify(request)
  if (caller.via === 'bearer' && isProgram(request)) openToPrograms(reply)
  if (write && guarded) gate.checkWrite(request, reply, caller, origin)
  // Checked before the call writes a row for its caller.
  if (route.rate && route.rate !== 'none' && caller.principal) {
    reply.headers((await limit(route.rate, { principal: caller.principal.id })) ?? {})
  }
  const first = write && route.access === 'visitor'
  const named = namedVisitor(request, first)
  const newcomer = named !== undefined || first
  if (guarded && newcomer && !caller.principal) {
    caller = await admit(gate, limit, { request, reply, caller, named, write })
  } else if (write || route.access !== 'anyone') {
    gate.renew(request, reply, caller)
  }
  gate.checkAccess(route, caller)
  return { ...base, caller, origin, requestId: request.id, log: request.log as C['log'] }
}

async function answerWith<C extends CallCtx>(
  { route, handle, again }: Binding<C>,
  ctx: C,
  input: Input<unknown>,
  received: Received | undefined,
): Promise<unknown> {
  const { request, reply } = input
  const { principal } = ctx.caller
  const key = route.idempotent ? keyOf(request) : undefined
  if (key !== undefined && principal) {
    const stored = await answerOnce(
      ctx,
      { caller: principal.id, route: route.name, key, body: bodyOf(request, received) },
      async (requestKey) => {
        const made = plain(
          route,
          await handle({ ...ctx, requestKey, idempotencyKey: key }, input, received),
        )
        return again ? { ...made, answerId: idOfLong(made.answer) } : made
      },
      () => watchCaller(request),
    )
    const { status, answer, answerId } = stored
    const whole = answer ?? (answerId && again ? await again(ctx, answerId) : answer)
    return send(reply, status, whole)
  }
  const result = await handle(ctx, input, received)
  if (result === REPLIED) return reply
  if (result instanceof SharedAnswer) return sendShared(request, reply, result)
  const { status, answer: body } = plain(route, result)
  return send(reply, status, body)
}

interface Newcomer<Caller> {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller
  named: string | undefined
  write: boolean
}

/**
 * A read creates a visitor only for our own pages and for non-browser clients: otherwise an image
 * on a foreign page could tie this browser to an id that the page knows. Such a read counts as a
 * write.
 */
async function admit<Caller extends HttpCaller>(
  gate: Gate<Caller>,
  limit: RateLimiter,
  newcomer: Newcomer<Caller>,
): Promise<Caller> {
  const { request, reply, caller, named, write } = newcomer
  if (!write) {
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return caller
    await limit(NEWCOMER_RATE, { address: caller.address })
  }
  return gate.admit(request, reply, caller, named)
}

/** Another status than the declared one has the same schema. */
function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return reply.code(status).send(body)
}

function plain(route: Route, result: unknown): { status: number; answer: unknown } {
  if (result instanceof WithStatus) return { status: result.status, answer: result.answer }
  return { status: route.status ?? 200, answer: result }
}

/**
 * The anonymous id that a call without a cookie names: in its body or path, or, for a write whose
 * body has no `user_id`, in a header. So two first writes at once belong to one visitor.
 */
function namedVisitor(request: FastifyRequest, byHeader: boolean): string | undefined {
  const body = request.body as { user_id?: unknown } | null | undefined
  const params = request.params as { id?: unknown } | undefined
  return [
    body && typeof body === 'object' ? body.user_id : undefined,
    params?.id,
    byHeader ? request.headers[VISITOR_HEADER] : undefined,
  ].find((value): value is string => typeof value === 'string' && ANONYMOUS_ID_PATTERN.test(value))
}

/** A longer answer is not stored a second time beside the thing that it shows. */
const KEPT_BYTES = 16 * 1024

function idOfLong(answer: unknown): string | undefined {
  const { id } = answer as { id?: string }
  return Buffer.byteLength(JSON.stringify(answer)) > KEPT_BYTES ? id : undefined
}

/** The length of the column. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new AppError('bad_request', 'Idempotency-Key must be 1 to 200 visible ASCII characters.')
}

/** A file is compared by its content, since each upload has another framing. */
function bodyOf(request: FastifyRequest, received: Received | undefined): unknown {
  const path = request.url.split('?')[0]
  return received ? { path, digest: received.digest } : { path, body: request.body ?? null }
}
