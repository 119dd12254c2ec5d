import { isShortCode } from '@vignette/contract/card-kinds.ts'
import { SOURCE_NAME } from '@vignette/contract/number-limits.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflows } from '../workflows/index.ts'

const LINK = new RegExp(`^${SOURCE_NAME}$`)

/**
 * The address that a short address leads to: the recipe's page, or the page of a missing recipe.
 * The visit counts for the creator's link of that name, or for the share kit where there is no
 * name.
 */
export async function findShort(ctx: Ctx, code: string, link: string): Promise<string> {
  if (!isShortCode(code)) return '/workflows/unknown'
  const [found] = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    // The same expression as in the index `workflows_short`.
    .where(eq(sql`right(${workflows.id}::text, 12)`, code))
    .orderBy(asc(workflows.id))
    .limit(1)
  const source = LINK.test(link) ? `via=${link}` : 'utm_source=share-kit'
  return found ? `/workflows/${found.id}?${source}` : '/workflows/unknown'
}
