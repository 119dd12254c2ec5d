import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from './tables.ts'

/** The ids under which this person owns things: their own and that of each visitor they have claimed. */
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
