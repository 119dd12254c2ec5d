import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { clearOwnCookie, readOwnCookie, setOwnCookie } from '../../platform/http/cookies.ts'
import { isSecure } from '../../platform/http/security-headers.ts'
import { readSigned, signValue } from '../../platform/secrets.ts'

const COOKIE = 'vignette_sign_in'
export const SIGN_IN_MS = 10 * 60_000

const transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
  /** The provider must ask the person again, even where it remembers a sign-in. */
  fresh: z.boolean().default(false),
  /** The choice on the development identity page. */
  development: z.object({ email: z.string(), admin: z.boolean() }).optional(),
})
export type SignInTransaction = z.infer<typeof transaction>

type CookieCtx = Pick<Ctx, 'config' | 'clock'>

/** The state of a sign-in, kept in this browser in a signed cookie for ten minutes. */
export function keepTransaction(
  ctx: CookieCtx,
  reply: FastifyReply,
  values: Omit<z.input<typeof transaction>, 'until'>,
): void {
  const until = ctx.clock.now().getTime() + SIGN_IN_MS
  const content = Buffer.from(JSON.stringify({ ...values, until })).toString('base64url')
  setOwnCookie(reply, COOKIE, signValue(ctx.config.secret, 'sign-in', content), {
    maxAgeSeconds: SIGN_IN_MS / 1000,
    httpOnly: true,
    secure: isSecure(ctx.config, reply.request),
  })
}

export function readTransaction(
  ctx: CookieCtx,
  request: FastifyRequest,
): SignInTransaction | undefined {
  const content = readSigned(ctx.config.secret, 'sign-in', readOwnCookie(request, COOKIE))
  if (!content) return undefined
  const read = transaction.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  return read.success && read.data.until > ctx.clock.now().getTime() ? read.data : undefined
}

export function endTransaction(ctx: CookieCtx, reply: FastifyReply): void {
  clearOwnCookie(reply, COOKIE, { httpOnly: true, secure: isSecure(ctx.config, reply.request) })
}
