import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { REFERRAL, REFERRAL_COOKIE } from '@vignette/contract/referral-limits.ts'
import { FAN_LINK } from '@vignette/contract/visit-source.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Identify } from '../../feature.ts'
import { setOwnCookie } from '../../platform/http/cookies.ts'
import { isSecure } from '../../platform/http/security-headers.ts'
import { findByAnyId, findByHandle, readFan } from '../identity/index.ts'
import { readLedBy, signLedBy } from '../payments/index.ts'
import { isNavigation, isProgram } from '../visits/index.ts'
import { countClick, writeClicks } from './clicks.ts'

const WRITE_MS = 5_000
/** Tells the recipe's creator that the way was a fan's link, without saying whose link. */
const SOURCE = `utm_source=${FAN_LINK}`
const NAME = /^[a-z0-9._-]{1,64}$/

/** Fans' links: `/r` leads to Discover and `/r/{recipe}` to the recipe, with a cookie that names the fan. */
export function mountLinks(server: FastifyInstance, ctx: Ctx, identify: Identify): void {
  async function follow(request: FastifyRequest, reply: FastifyReply, to: string | undefined) {
    const { via } = request.query as { via?: unknown }
    const referrer = typeof via === 'string' ? await findFan(ctx, via) : undefined
    if (referrer && isOpened(request)) {
      await remember(request, reply, { referrerId: referrer.id, to })
    }
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/workflows${to ? `/${to}` : ''}?${SOURCE}`, 302)
  }

  /** The first visit by a link counts; another fan's link takes the place of the one before. */
  async function remember(
    request: FastifyRequest,
    reply: FastifyReply,
    { referrerId, to }: { referrerId: string; to: string | undefined },
  ): Promise<void> {
    const caller = await identify(request)
    const isOwn = caller.principal?.id === referrerId || readFan(ctx, caller.fanOf) === referrerId
    if (isOwn || readLedBy(ctx, caller.ledBy)?.referrerId === referrerId) return
    const value = signLedBy(ctx, { referrerId, since: ctx.clock.now() }, to)
    setOwnCookie(reply, REFERRAL_COOKIE, value, {
      maxAgeSeconds: REFERRAL.days * 86_400,
      httpOnly: true,
      secure: isSecure(ctx.config, request),
    })
    const userAgent = request.headers['user-agent'] ?? ''
    countClick(ctx, referrerId, { address: request.ip, userAgent })
  }

  const hidden = { schema: { hide: true } } as object
  server.get('/r', hidden, (request, reply) => follow(request, reply, undefined))
  server.get('/r/:id', hidden, (request, reply) => {
    const { id } = request.params as { id: string }
    return follow(request, reply, UUID_PATTERN.test(id) ? id.toLowerCase() : undefined)
  })

  const write = () =>
    writeClicks(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'clicks on links could not be counted yet'),
    )
  const writing = setInterval(() => void write(), WRITE_MS).unref()
  server.addHook('onClose', async () => {
    clearInterval(writing)
    await write()
  })
}

/** Whether a person opened the link. A page that shows the link as a picture brings no visitor. */
function isOpened({ headers }: FastifyRequest): boolean {
  return isNavigation(headers) && !isProgram(headers['user-agent'])
}

/** The account of a username, also of one given up within the year, or of an id. */
async function findFan(ctx: Ctx, via: string): Promise<{ id: string } | undefined> {
  const name = via.replace(/^@/, '').toLowerCase()
  if (!NAME.test(name)) return undefined
  const found = UUID_PATTERN.test(name)
    ? await findByAnyId(ctx, name)
    : await findByHandle(ctx, name)
  return found?.kind === 'user' && !found.deletedAt && !found.bannedAt ? found : undefined
}
