import { isShortCode } from '@vignette/contract/card-kinds.ts'
import { SOURCE_NAME } from '@vignette/contract/number-limits.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflows } from '../workflows/index.ts'

const LINK = new RegExp(`^${SOURCE_NAME}$`)

/**
 * The page to which a short address leads; where the code names no recipe, one that says so. It
 * counts as the creator's link of the name, without a name as the share kit.
 */
export async function findShort(ctx: Ctx, code: string, link: string): Promise<string> {
  if (!isShortCode(code)) return '/workflows/unknown'
  const [found] = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    // The index `workflows_short` is of this expression.
    .where(eq(sql`right(${workflows.id}::text, 12)`, code))
    .orderBy(asc(workflows.id))
    .limit(1)
  const source = LINK.test(link) ? `via=${link}` : 'utm_source=share-kit'
  return found ? `/workflows/${found.id}?${source}` : '/workflows/unknown'
}
