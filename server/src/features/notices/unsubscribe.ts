import { LETTER_GROUPS, type LetterGroup } from '@vignette/contract/letter-groups.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { readLink, signLink } from '../../platform/secrets.ts'
import { unsubscriptions } from '../../schema/notices.ts'
import { findPrincipals } from '../identity/index.ts'

/** Switches off the letters that a link names; the link is the authority, and not the caller. */
export async function unsubscribe(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ letters: string }> {
  const link = readUnsubscribeLink(ctx, token)
  if (!link) throw new AppError('not_found', 'This link is not whole, or is too old.')
  const { reader, group, creatorId } = link
  const letterGroup = creatorId === undefined ? group : lettersOf(creatorId)
  await ctx.db
    .insert(unsubscriptions)
    .values({ reader, letterGroup, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
  if (creatorId === undefined) return { letters: LETTER_GROUPS[group] }
  const handle = (await findPrincipals(ctx, [creatorId])).get(creatorId)?.handle
  return { letters: handle ? `Letters from @${handle}` : LETTER_GROUPS[group] }
}

/** The letters of one creator, which a reader ends without the others. */
const lettersOf = (creatorId: string) => `letters ${creatorId}`

/** Whether a reader has ended the letters of this creator. */
export async function hasEndedLetters(
  ctx: Pick<Ctx, 'db'>,
  readers: readonly string[],
  creatorId: string,
): Promise<boolean> {
  return isOff(ctx, readers, lettersOf(creatorId))
}

/** The reader asks for the letters of this creator, perhaps after having ended them. */
export async function beginLetters(
  tx: TxCtx,
  readers: readonly string[],
  creatorId: string,
): Promise<void> {
  await tx.db.delete(unsubscriptions).where(isEnd(readers, lettersOf(creatorId)))
}

const isEnd = (readers: readonly string[], letterGroup: string) =>
  and(inArray(unsubscriptions.reader, [...readers]), eq(unsubscriptions.letterGroup, letterGroup))

/** What was ended under an older secret is kept under the newest too, and outlives the older. */
export async function isOff(
  { db }: Pick<Ctx, 'db'>,
  readers: readonly string[],
  letterGroup: string,
): Promise<boolean> {
  const [reader = ''] = readers
  const ends = await db.select().from(unsubscriptions).where(isEnd(readers, letterGroup))
  const [first] = ends
  if (first && !ends.some((end) => end.reader === reader)) {
    await db
      .insert(unsubscriptions)
      .values({ ...first, reader })
      .onConflictDoNothing()
  }
  return first !== undefined
}

type LinkCtx = Pick<Ctx, 'config' | 'clock'>

const PURPOSE = 'unsubscribe'
const DAYS = 400

/** What `List-Unsubscribe` names: it opens a page, and a POST to it unsubscribes at once (RFC 8058). */
export function unsubscribeLink(
  ctx: LinkCtx & Pick<Ctx, 'origin'>,
  /** The reader, the group, and the creator where letters of this one alone are ended. */
  parts: [string, LetterGroup, string?],
) {
  const until = new Date(ctx.clock.now().getTime() + DAYS * 24 * 3_600_000)
  const token = signLink(ctx.config.secret, {
    purpose: PURPOSE,
    parts: parts.filter((part) => part !== undefined),
    until,
  })
  return `${ctx.origin}/unsubscribe?token=${token}`
}

function readUnsubscribeLink(
  ctx: LinkCtx,
  token: string,
): { reader: string; group: LetterGroup; creatorId: string | undefined } | undefined {
  const [reader, group, creatorId] =
    readLink(ctx.config.secret, { purpose: PURPOSE, token, now: ctx.clock.now() }) ?? []
  if (!reader || !group || !(group in LETTER_GROUPS)) return undefined
  return { reader, group: group as LetterGroup, creatorId }
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
