import { LETTER_GROUPS, type LetterGroup } from '@vignette/contract/letter-groups.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { readLink, signLink } from '../../platform/secrets.ts'
import { unsubscriptions } from '../../schema/notices.ts'

/** Switches off the letters that a link names; the link is the authority, and not the caller. */
export async function unsubscribe(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ letters: string }> {
  const link = readUnsubscribeLink(ctx, token)
  if (!link) throw new AppError('not_found', 'This link is not whole, or is too old.')
  const { reader, group: letterGroup } = link
  await ctx.db
    .insert(unsubscriptions)
    .values({ reader, letterGroup, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
  return { letters: LETTER_GROUPS[letterGroup] }
}

type LinkCtx = Pick<Ctx, 'config' | 'clock'>

const PURPOSE = 'unsubscribe'
const DAYS = 400

/** What `List-Unsubscribe` names: it opens a page, and a POST to it unsubscribes at once (RFC 8058). */
export function unsubscribeLink(ctx: LinkCtx & Pick<Ctx, 'origin'>, parts: [string, LetterGroup]) {
  const until = new Date(ctx.clock.now().getTime() + DAYS * 24 * 3_600_000)
  const token = signLink(ctx.config.secret, { purpose: PURPOSE, parts, until })
  return `${ctx.origin}/unsubscribe?token=${token}`
}

function readUnsubscribeLink(
  ctx: LinkCtx,
  token: string,
): { reader: string; group: LetterGroup } | undefined {
  const [reader, group] =
    readLink(ctx.config.secret, { purpose: PURPOSE, token, now: ctx.clock.now() }) ?? []
  if (!reader || !group || !(group in LETTER_GROUPS)) return undefined
  return { reader, group: group as LetterGroup }
}

const query = z.object({ token: z.string().max(500) })

/** What mail programs call (RFC 8058), without cookies; a GET of the same address shows the page. */
export function mountOneClick(server: FastifyInstance, ctx: Ctx): void {
  server.post(
    '/unsubscribe',
    { schema: { hide: true }, bodyLimit: 1024 } as object,
    async (request, reply) => {
      const read = query.safeParse(request.query)
      if (!read.success) throw new AppError('not_found', 'This link is not whole, or is too old.')
      await unsubscribe(ctx, read.data)
      return reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
    },
  )
}
