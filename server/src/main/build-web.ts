import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../ctx.ts'
import { createGate } from '../features/identity/index.ts'
import { buildServer } from '../platform/http/build-server.ts'
import type { Draining } from '../platform/http/drain.ts'
import { mountApi, originOf } from '../platform/http/mount-api.ts'
import { createRateLimiter } from '../platform/http/rate-limits.ts'
import { createRefusal } from '../platform/http/refuse-unknown.ts'
import { addSecurityHeaders } from '../platform/http/security-headers.ts'
import { openSharedBuckets } from '../platform/http/shared-buckets.ts'
import { hasDiskRoom } from '../platform/storage/disk-room.ts'
import { registerWebHost } from '../web-host/index.ts'
import { FEATURES } from './features.ts'
import { headerOptionsOf } from './header-options.ts'
import { mountSecurityText } from './mount-security-text.ts'
import { ratesOf } from './rates-of.ts'

const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }
/** What every page of a public server says while its gateway takes test money. */
const TEST_SHOP = 'Test shop: no money moves.'
const WEB_DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** `dist` is the folder of the built web app. */
export async function buildWeb(
  ctx: Ctx,
  draining: Draining,
  dist = WEB_DIST,
): Promise<FastifyInstance> {
  const app = await buildServer({
    log: ctx.log,
    process: ctx.process,
    answers: ctx.answers,
    trustProxy: ctx.config.TRUST_PROXY,
    version: VERSION,
    connectionsPerAddress: ctx.config.CONNECTIONS_PER_ADDRESS,
    retiring: draining.retiring,
  })
  const refuse = createRefusal(app)
  const gate = createGate(ctx)
  const bindings = FEATURES.flatMap(({ routes = [] }) =>
    typeof routes === 'function' ? routes({ draining }) : routes,
  )
  addSecurityHeaders(app, headerOptionsOf(ctx.config))
  const limit = createRateLimiter(ratesOf(ctx.config), {
    ask: openSharedBuckets(ctx.db, ctx.config.secret),
    log: ctx.log,
    until: draining.retiring,
  })
  mountApi(app, bindings, {
    ctx,
    gate,
    limit,
    publicUrl: ctx.config.PUBLIC_URL,
    boundsGuests: !ctx.config.loopback,
    hasRoom: () => hasDiskRoom(ctx.config),
  })
  for (const { mount } of FEATURES) mount?.(app, ctx, (request) => gate.identify(request))
  for (const part of [ctx.gateway, ctx.payoutGateway, ctx.mailer]) await part?.mount?.(app)
  mountSecurityText(app, ctx)
  const isPage = await registerWebHost(app, {
    dist,
    publicUrl: ctx.config.PUBLIC_URL,
    originOf: (request) => originOf(ctx.config.PUBLIC_URL, request),
    notice: ctx.gateway.testMode && !ctx.config.loopback ? TEST_SHOP : undefined,
    answers: ctx.answers,
    process: ctx.process,
    count: (request) => limit('reads', { address: request.ip }),
  })
  app.setNotFoundHandler((request, reply) => refuse(request, reply, isPage))
  return app
}
