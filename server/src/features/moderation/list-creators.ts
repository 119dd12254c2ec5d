import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { CreatorEntry } from '@vignette/contract/moderation.ts'
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from '../../schema/identity.ts'
import { findPrincipals, requireStaff } from '../identity/index.ts'

const MOST = 200

/** Who asks for approval, then who has it; with `who` the account of that handle, address or id. */
export async function listCreators(
  ctx: Ctx,
  { who }: { who?: string | undefined },
): Promise<{ creators: CreatorEntry[] }> {
  requireStaff(ctx, 'listCreators')
  const { askedApprovalAt: asked, approvedCreatorAt: approved } = principals
  const rows = await ctx.db
    .select({ id: principals.id, email: principals.email, asked, approved })
    .from(principals)
    .where(
      and(
        eq(principals.kind, 'user'),
        isNull(principals.deletedAt),
        who === undefined ? or(isNotNull(asked), isNotNull(approved)) : isNamed(who),
      ),
    )
    .orderBy(sql`${approved} is not null`, asc(asked), asc(approved), asc(principals.id))
    .limit(MOST)
  const people = await findPrincipals(
    ctx,
    rows.map(({ id }) => id),
  )
  return {
    creators: rows.map((row) => ({
      id: row.id,
      handle: people.get(row.id)?.handle ?? '',
      email: row.email,
      asked_at: row.asked?.toISOString() ?? null,
      approved_at: row.approved?.toISOString() ?? null,
    })),
  }
}

function isNamed(who: string) {
  const text = who.toLowerCase().replace(/^@/, '')
  if (UUID_PATTERN.test(text)) return eq(principals.id, text)
  return text.includes('@') ? eq(principals.email, text) : eq(principals.username, text)
}
