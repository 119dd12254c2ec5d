import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from './tables.ts'

/** The ids of all principals whose things this person owns: the person's own and each claimed visitor's. */
export async function listOwners(ctx: Pick<Ctx, 'db'>, principalId: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with recursive owned(id) as (
      select ${principalId}::uuid
      union
      select ${principals.id} from ${principals} join owned on ${principals.claimedBy} = owned.id
    )
    select id from owned`)
  return rows.map(({ id }) => id)
}
