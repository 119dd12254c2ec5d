import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import type { Route } from '@vignette/contract/define-route.ts'
import { API_BASE, MCP_PATH } from '@vignette/contract/paths.ts'
import { BODY } from '@vignette/contract/request-limits.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { ProcessState } from '../process-state.ts'
import { buildAnswer, packWritten } from './answer.ts'
import { AppError } from './app-error.ts'
import { describeApi } from './describe-api.ts'
import { describeCall } from './describe-call.ts'
import { addDocsPage } from './docs-page.ts'
import { refuseBrokenRequest, sendError } from './errors.ts'
import { countUnanswered, limitConnections, type Unanswered } from './limit-connections.ts'
import { isOwnCall } from './mount-api.ts'
import { createRequestId, noteAnswer, observeAnswer } from './observe.ts'
import { answerPreflight, isPreflight } from './open-to-programs.ts'
import { findUnusable, readJson } from './read-json.ts'
import { RECEIVING, receiveInTime } from './receive-in-time.ts'
import { refuseAddress } from './refuse-address.ts'
import { SharedAnswer, type SharedAnswers, sendShared } from './shared-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw bytes, on routes that verify a signature over them or take a file. */
    rawBody?: Buffer
    /** What the log names where one route serves many pages: the page's path, `:id` for its id. */
    page?: string
  }
  interface FastifyContextConfig {
    /** The call of the contract that this route answers. */
    contract?: Route
  }
}

const BARE = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/** Host names, addresses and ports; empty in HTTP/1.0. Our own addresses are built from the host. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])?(?::\d{1,5})?$/i

const NAMES = { params: 'address', query: 'query', body: 'body' } as const

const JSON_TYPE = 'application/json; charset=utf-8'

const KEEP_ALIVE_MS = 65_000

export async function buildServer(options: {
  log: Logger
  process: ProcessState
  answers: SharedAnswers
  trustProxy: number
  version: string
  /** The name of the site at this host. */
  shop: (host: string) => string
  /** Whether each answer is for those alone whom the server's own hooks let in. */
  isClosed?: () => boolean
  /** Maximum connections per client IP, where clients connect without a proxy. */
  connectionsPerAddress: number
  /** Once aborted, each answer closes its connection. */
  retiring?: AbortSignal
}): Promise<FastifyInstance> {
  const app = Fastify({
    serverFactory: (handler) =>
      createServer(
        { ...RECEIVING, keepAliveTimeout: KEEP_ALIVE_MS },
        refuseAddress(receiveInTime(options.answers.before(handler, options)), options.shop),
      ),
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    // Hop 0 is the direct peer; behind n proxies, the nth hop carries the visitor's address.
    trustProxy: options.trustProxy > 0 ? (_address, hop) => hop < options.trustProxy : false,
    // A malformed address reaches no route, and so none of the route's hooks.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers({ ...BARE, 'x-request-id': request.id })),
    clientErrorHandler: refuseBrokenRequest,
    bodyLimit: BODY.bytes,
    // A request on an open connection while the server closes is still answered, with `connection: close`.
    return503OnClosing: false,
    // A slash at the end means the same call.
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  })
  const unanswered = countUnanswered(app.server)
  const perClient = options.trustProxy > 0 ? undefined : options.connectionsPerAddress
  limitConnections(app.server, unanswered, perClient)
  const connections = closeIdleConnections(unanswered)
  app.addHook('preClose', async () => connections.begin())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)

  readJson(app, options.process)
  await app.register(formbody)
  await app.register(multipart)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: options.shop(''), version: options.version },
      servers: [{ url: '/' }],
    },
    // Pages, files and stand-ins beside the API are not part of the contract.
    transform: (given) => {
      const { contract } = given.route.config ?? {}
      if (!contract) return { schema: { hide: true }, url: given.url }
      const { schema, url } = jsonSchemaTransform(given)
      return { schema: describeCall(schema, contract), url }
    },
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!HOST.test(request.host)) {
      throw new AppError('bad_request', 'The Host header names no host.')
    }
    if (options.retiring?.aborted) reply.header('connection', 'close')
    if (
      [`${API_BASE}/`, MCP_PATH].some((open) => request.url.startsWith(open)) &&
      isPreflight(request)
    ) {
      return answerPreflight(reply)
    }
    return undefined
  })
  app.addHook('preValidation', async (request) => {
    for (const part of ['params', 'query', 'body'] as const) {
      const fault = findUnusable(
        request[part],
        request.routeOptions.config.contract?.bodyDepth ?? BODY.depth,
      )
      if (fault) throw new AppError('bad_request', `The ${NAMES[part]} ${fault}.`)
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = String(reply.statusCode)
    observeAnswer({ method: request.method, route, status }, reply.elapsedTime)
    if (isOwnCall(request)) return
    noteAnswer(request.log, {
      method: request.method,
      route: request.page ?? route,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
  })
  app.addHook('onSend', async (request, reply, payload) =>
    request.method === 'GET' && typeof payload === 'string'
      ? packWritten(request, reply, payload)
      : payload,
  )
  options.answers.watch(app)
  // Built on first use, since routes are still being added at start; then kept as bytes.
  const routes: Route[] = []
  app.addHook('onRoute', ({ config }) => {
    const { contract } = config ?? {}
    if (contract && !routes.includes(contract)) routes.push(contract)
  })
  const openapi = new Map<string, SharedAnswer>()
  function describeAs(shop: string): SharedAnswer {
    const known = openapi.get(shop)
    if (known) return known
    const text = JSON.stringify(describeApi(app.swagger(), routes, shop))
    const made = new SharedAnswer(buildAnswer(text, { type: JSON_TYPE }), () => true)
    openapi.set(shop, made)
    return made
  }
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, async (request, reply) =>
    sendShared(request, reply, describeAs(options.shop(request.host))),
  )
  addDocsPage(app, options.shop)
  return app
}

/**
 * Lets a closing server end as soon as its last answer is sent. Node's own close waits for
 * connections that a browser opened ahead and never used, and for connections whose answer ends
 * after the close began.
 */
function closeIdleConnections(unanswered: Unanswered): { begin(): void } {
  let closing = false

  function settle(socket: Socket): void {
    if (closing && !unanswered.isBusy(socket)) socket.destroySoon()
  }

  unanswered.onIdle(settle)

  return {
    begin() {
      closing = true
      for (const socket of unanswered.connections()) settle(socket)
    },
  }
}
