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
import { createInboxMailer } from '../providers/mail/inbox/create-inbox-mailer.ts'
import { drawingAt, shopOf } from '../shop.ts'
import { registerWebHost } from '../web-host/index.ts'
import { closeToStrangers } from './close-shop.ts'
import { openManualPayouts } from './compose-gateways.ts'
import type { Config } from './config.ts'
import { FEATURES, listBindings } from './features.ts'
import { addSetUpGate } from './set-up-gate.ts'

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
    shop: (host) => shopOf({ ...ctx, origin: toOrigin(host) }).name,
    isClosed: () => ctx.config.SHOP_MODE === 'closed',
    connectionsPerAddress: ctx.config.CONNECTIONS_PER_ADDRESS,
    retiring: draining.retiring,
  })
  const refuse = createRefusal(app)
  const gate = createGate(ctx)
  closeToStrangers(app, ctx, gate)
  addSecurityHeaders(app, () => headerOptionsOf(ctx.config))
  const limit = createRateLimiter((rateClass) => ctx.config[RATES[rateClass]], {
    ask: openSharedBuckets(ctx.db, ctx.config.secret),
    log: ctx.log,
    until: draining.retiring,
  })
  addSetUpGate(app, ctx)
  mountApi(app, listBindings(draining), {
    ctx,
    gate,
    limit,
    site: ctx.config,
    boundsGuests: !ctx.config.loopback,
    hasRoom: () => hasDiskRoom(ctx.config),
  })
  const count = async (request: FastifyRequest, rateClass: RateClass = 'reads') => {
    await limit(rateClass, { address: request.ip })
  }
  for (const { mount } of FEATURES) mount?.(app, ctx, (request) => gate.identify(request), count)
  await mountPages(app, ctx)
  mountSecurityText(app, ctx)
  const isPage = await registerWebHost(app, {
    dist,
    publicUrl: ctx.config.PUBLIC_URL,
    home: ctx.config.loopback && !ctx.config.PUBLIC_URL ? ctx.origin : undefined,
    originOf: (request) => originOf(ctx.config, request),
    shopAt: (request) => shopOf({ ...ctx, origin: originOf(ctx.config, request) }),
    isClosed: () => ctx.config.SHOP_MODE === 'closed',
    notice: () => (isTestShop(ctx) ? TEST_SHOP : undefined),
    drawingAt: (request, path) =>
      drawingAt({ ...ctx, origin: originOf(ctx.config, request) }, path),
    answers: ctx.answers,
    process: ctx.process,
    count,
  })
  app.setNotFoundHandler((request, reply) => refuse(request, reply, isPage))
  return app
}

const isTestShop = ({ gateway, config: { loopback, missing } }: Ctx) =>
  gateway.testMode && !loopback && missing === undefined

/** Of a host that is not checked yet. */
const toOrigin = (host: string) => URL.parse(`https://${host}`)?.origin ?? 'https://localhost'

/** The pages of parts of ours that a setting may put in place or away, each found while it is in place. */
async function mountPages(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const sandbox = [ctx.gateway, ...ctx.otherGateways].find(({ id }) => id === 'sandbox')
  const pages = [
    { part: sandbox, isInPlace: () => ctx.gateway.id === 'sandbox' },
    {
      part: openManualPayouts(ctx, () => ctx),
      isInPlace: () => ctx.payoutGateway.id === 'manual',
    },
    {
      part: createInboxMailer({ ...ctx, shop: () => shopOf(ctx).name }),
      isInPlace: () => ctx.mailer?.id === 'inbox',
    },
  ]
  for (const { part, isInPlace } of pages) {
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        if (!isInPlace()) return reply.callNotFound()
        return undefined
      })
      await part?.mount?.(scope)
    })
  }
}

/** The setting of each rate class that the contract's routes name: calls per minute. */
const RATES = {
  writes: 'RATE_WRITES',
  remixes: 'RATE_REMIXES',
  uploads: 'RATE_UPLOADS',
  checkouts: 'RATE_CHECKOUTS',
  'sign-ins': 'RATE_SIGN_INS',
  reports: 'RATE_REPORTS',
  analytics: 'RATE_ANALYTICS',
  waitlist: 'RATE_WAITLIST',
  letters: 'RATE_LETTERS',
  exports: 'RATE_EXPORTS',
  reads: 'RATE_READS',
  webhooks: 'RATE_WEBHOOKS',
} as const satisfies Record<RateClass, keyof Config>

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
  const { PUBLIC_URL: site } = ctx.config
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { OPERATOR_CONTACT: contact } = ctx.config
    const address = contact && addressOf(contact)
    if (!address) return reply.callNotFound()
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
