import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { requireUser } from '../identity/index.ts'
import { isListed, viewCards, workflows } from '../workflows/index.ts'
import { follows } from './tables.ts'

export async function listFollowedWorkflows(ctx: Ctx, place: Place) {
  const { id } = requireUser(ctx)
  const followed = ctx.db
    .select({ id: follows.followedId })
    .from(follows)
    .where(eq(follows.followerId, id))
  const columns = [workflows.createdAt, workflows.id]
  const list = { name: ['followed', id], columns, descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, place, (at) =>
    ctx.db
      .select({ row: workflows, key: at.key })
      .from(workflows)
      .where(and(inArray(workflows.ownerId, followed), isListed, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const cards = await viewCards(
    ctx,
    rows.map(({ row }) => row),
  )
  return { workflows: cards, next_cursor }
}
