import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RateClass } from '@vignette/contract/define-route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../ctx.ts'
import { createGate } from '../features/identity/index.ts'
import { buildServer } from '../platform/http/build-server.ts'
import type { Draining } from '../platform/http/drain.ts'
import { mountApi, originOf } from '../platform/http/mount-api.ts'
import { createRateLimiter } from '../platform/http/rate-limits.ts'
import { createRefusal } from '../platform/http/refuse-unknown.ts'
import { addSecurityHeaders, type HeaderOptions } from '../platform/http/security-headers.ts'
import { openSharedBuckets } from '../platform/http/shared-buckets.ts'
import { hasDiskRoom } from '../platform/storage/disk-room.ts'
import { shopOf } from '../shop.ts'
import { registerWebHost } from '../web-host/index.ts'
import type { Config } from './config.ts'
import { FEATURES, listBindings } from './features.ts'

/** RFC 9116 asks for less than a year. */
const VALID_MS = 180 * 86_400_000

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
    shop: () => shopOf(ctx).name,
    connectionsPerAddress: ctx.config.CONNECTIONS_PER_ADDRESS,
    retiring: draining.retiring,
  })
  const refuse = createRefusal(app)
  const gate = createGate(ctx)
  addSecurityHeaders(app, headerOptionsOf(ctx.config))
  const limit = createRateLimiter(ratesOf(ctx.config), {
    ask: openSharedBuckets(ctx.db, ctx.config.secret),
    log: ctx.log,
    until: draining.retiring,
  })
  mountApi(app, listBindings(draining), {
    ctx,
    gate,
    limit,
    publicUrl: ctx.config.PUBLIC_URL,
    boundsGuests: !ctx.config.loopback,
    hasRoom: () => hasDiskRoom(ctx.config),
  })
  const count = async (request: FastifyRequest, rateClass: RateClass = 'reads') => {
    await limit(rateClass, { address: request.ip })
  }
  for (const { mount } of FEATURES) mount?.(app, ctx, (request) => gate.identify(request), count)
  for (const part of [ctx.gateway, ctx.payoutGateway, ctx.mailer]) await part?.mount?.(app)
  mountSecurityText(app, ctx)
  const isPage = await registerWebHost(app, {
    dist,
    publicUrl: ctx.config.PUBLIC_URL,
    home: ctx.config.loopback && !ctx.config.PUBLIC_URL ? ctx.origin : undefined,
    originOf: (request) => originOf(ctx.config.PUBLIC_URL, request),
    shopAt: () => shopOf(ctx),
    notice: ctx.gateway.testMode && !ctx.config.loopback ? TEST_SHOP : undefined,
    answers: ctx.answers,
    process: ctx.process,
    count,
  })
  app.setNotFoundHandler((request, reply) => refuse(request, reply, isPage))
  return app
}

/** Calls per minute of each rate class that the contract's routes name. */
function ratesOf(config: Config): Record<RateClass, number> {
  return {
    writes: config.RATE_WRITES,
    remixes: config.RATE_REMIXES,
    uploads: config.RATE_UPLOADS,
    checkouts: config.RATE_CHECKOUTS,
    'sign-ins': config.RATE_SIGN_INS,
    reports: config.RATE_REPORTS,
    analytics: config.RATE_ANALYTICS,
    waitlist: config.RATE_WAITLIST,
    letters: config.RATE_LETTERS,
    exports: config.RATE_EXPORTS,
    reads: config.RATE_READS,
    webhooks: config.RATE_WEBHOOKS,
  }
}

/** The foreign origins that the content security policy allows, as configured. */
function headerOptionsOf(config: Config): HeaderOptions {
  const avatars: Record<Config['signIn'], (string | undefined)[]> = {
    google: ['https://lh3.googleusercontent.com'],
    oidc: [config.OIDC_ISSUER],
    development: [],
    none: [],
  }
  return {
    secure: config.secure,
    pictures: originsOf(avatars[config.signIn]),
    calls: originsOf([config.ANALYTICS_URL, config.WAITLIST_FORM_URL]),
    forms: originsOf([config.WAITLIST_FORM_URL]),
  }
}

function originsOf(addresses: (string | undefined)[]): string[] {
  return addresses.flatMap((address) => (address ? [new URL(address).origin] : []))
}

/** Says where to report a security fault, if the operator has said so. */
function mountSecurityText(app: FastifyInstance, ctx: Ctx): void {
  const { OPERATOR_CONTACT: contact, PUBLIC_URL: site } = ctx.config
  const address = contact && addressOf(contact)
  if (!address) return
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(ctx.clock.now().getTime() + VALID_MS).toISOString().slice(0, 10)
    const lines = [
      `Contact: ${address}`,
      `Expires: ${expires}T00:00:00.000Z`,
      'Preferred-Languages: en',
      ...(site ? [`Canonical: ${site}/.well-known/security.txt`] : []),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}

function addressOf(contact: string): string | undefined {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`
  return /^https?:\/\/\S+$/.test(contact) ? contact : undefined
}
