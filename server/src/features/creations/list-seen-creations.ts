import { and, eq, inArray, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { kept, shown } from './list-user-creations.ts'
import { type CreationRow, creations } from './tables.ts'

/** Lists the given creations that the caller may see without a key. */
export async function listSeenCreations(ctx: Ctx, ids: readonly string[]): Promise<CreationRow[]> {
  if (ids.length === 0) return []
  const { principal } = ctx.caller
  const mine = principal ? eq(creations.ownerId, principal.id) : undefined
  return ctx.db
    .select()
    .from(creations)
    .where(and(inArray(creations.id, [...ids]), kept, or(shown, mine)))
}
