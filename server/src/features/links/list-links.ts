import { shortPath } from '@vignette/contract/card-kinds.ts'
import type { LinkView } from '@vignette/contract/links.ts'
import { asc, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { sumSources } from '../numbers/index.ts'
import { getOwned } from '../workflows/index.ts'
import { links } from './tables.ts'

/** A recipe's links, each with the figures of its source over all days. */
export async function listLinks(ctx: Ctx, workflowId: string): Promise<{ links: LinkView[] }> {
  const { row } = await getOwned(ctx, workflowId)
  const rows = await ctx.db
    .select()
    .from(links)
    .where(eq(links.workflowId, row.id))
    .orderBy(desc(links.createdAt), asc(links.name))
  if (rows.length === 0) return { links: [] }
  const figuresOf = await sumSources(ctx, row.id)
  return {
    links: rows.map(({ name, createdAt }) => {
      const { visits, visitors, sales, earned } = figuresOf(`link:${name}`)
      const path = `${shortPath(row.id)}?via=${name}`
      return { name, path, visits, visitors, sales, earned, created_at: createdAt.toISOString() }
    }),
  }
}
