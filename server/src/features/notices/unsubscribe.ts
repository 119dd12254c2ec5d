import { LETTER_GROUPS } from '@vignette/contract/letter-groups.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { unsubscriptions } from './tables.ts'
import { readUnsubscribeLink } from './unsubscribe-link.ts'

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
