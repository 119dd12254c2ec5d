import { shortPath } from '@vignette/contract/card-kinds.ts'
import type { LinkView } from '@vignette/contract/links.ts'
import { LINKS_MOST } from '@vignette/contract/number-limits.ts'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { links } from '../../schema/studio.ts'
import { workflows } from '../../schema/workflows.ts'
import { lockCaller } from '../identity/index.ts'
import { getOwn, getOwned } from '../workflows/index.ts'
import { sumSources } from './view-numbers.ts'

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

/** Adds a name to the recipe's list of links; a name that is in the list already changes nothing. */
export async function createLink(ctx: Ctx, workflowId: string, name: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await getOwn(tx, workflowId)
    const [written] = await tx.db
      .insert(links)
      .values({ workflowId, name, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (!written) return
    const standing = tx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(and(eq(workflows.ownerId, owner.id), isNull(workflows.deletedAt)))
    if ((await tx.db.$count(links, inArray(links.workflowId, standing))) > LINKS_MOST) {
      throw new AppError('forbidden', `You have ${LINKS_MOST} links, and no more may stand.`)
    }
  })
}

export async function deleteLink(ctx: Ctx, workflowId: string, name: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await getOwn(tx, workflowId)
    await tx.db.delete(links).where(and(eq(links.workflowId, workflowId), eq(links.name, name)))
  })
}

/** The ids of a creator's workflows, those that were taken down too. */
export function ownedBy(ctx: Pick<Ctx, 'db'>, ownerId: string) {
  return ctx.db.select({ id: workflows.id }).from(workflows).where(eq(workflows.ownerId, ownerId))
}
