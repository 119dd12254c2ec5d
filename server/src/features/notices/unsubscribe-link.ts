import { LETTER_GROUPS, type LetterGroup } from '@vignette/contract/letter-groups.ts'
import type { Ctx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/signed-link.ts'

type LinkCtx = Pick<Ctx, 'config' | 'clock'>

const PURPOSE = 'unsubscribe'
const DAYS = 400

/** What `List-Unsubscribe` names: it opens a page, and a POST to it unsubscribes at once (RFC 8058). */
export function unsubscribeLink(ctx: LinkCtx & Pick<Ctx, 'origin'>, parts: [string, LetterGroup]) {
  const until = new Date(ctx.clock.now().getTime() + DAYS * 24 * 3_600_000)
  const token = signLink(ctx.config.secret, { purpose: PURPOSE, parts, until })
  return `${ctx.origin}/unsubscribe?token=${token}`
}

export function readUnsubscribeLink(
  ctx: LinkCtx,
  token: string,
): { reader: string; group: LetterGroup } | undefined {
  const [reader, group] =
    readLink(ctx.config.secret, { purpose: PURPOSE, token, now: ctx.clock.now() }) ?? []
  if (!reader || !group || !(group in LETTER_GROUPS)) return undefined
  return { reader, group: group as LetterGroup }
}
