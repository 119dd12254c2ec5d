import { FIRM_GROUP, LETTER_GROUPS, type LetterGroup } from '@vignette/contract/letter-groups.ts'
import type { LetterSettings } from '@vignette/contract/notices.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { findByAnyId, requireVisitor } from '../identity/index.ts'
import { unsubscriptions } from './tables.ts'

/** Where the caller's letters go, and which of them the caller wants. */
export async function getLetterSettings(ctx: Ctx): Promise<LetterSettings> {
  const { id } = requireVisitor(ctx)
  const person = await findByAnyId(ctx, id)
  const off = await ctx.db
    .select({ group: unsubscriptions.letterGroup })
    .from(unsubscriptions)
    .where(eq(unsubscriptions.reader, id))
  return {
    mail: ctx.config.mail,
    address: person?.emailVerified ? person.email : null,
    groups: (Object.keys(LETTER_GROUPS) as LetterGroup[]).map((group) => ({
      group,
      label: LETTER_GROUPS[group],
      firm: group === FIRM_GROUP,
      on: !off.some((one) => one.group === group),
    })),
  }
}
