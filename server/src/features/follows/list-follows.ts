import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { findPrincipals, requireUser } from '../identity/index.ts'
import { follows } from './tables.ts'

export async function listFollows(ctx: Ctx, place: Place) {
  const { id } = requireUser(ctx)
  const list = { name: ['follows', id], columns: [follows.id], descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, place, (at) =>
    ctx.db
      .select({ id: follows.followedId, at: follows.createdAt, key: at.key })
      .from(follows)
      .where(and(eq(follows.followerId, id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const people = await findPrincipals(
    ctx,
    rows.map((row) => row.id),
  )
  return {
    follows: rows.map((row) => ({
      id: row.id,
      handle: people.get(row.id)?.handle ?? '',
      since: row.at.toISOString(),
    })),
    next_cursor,
  }
}
