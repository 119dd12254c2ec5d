import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from './tables.ts'

/** The ids of all principals whose things this person owns: the person's own and each claimed visitor's. */
export async function listOwners(ctx: Pick<Ctx, 'db'>, principalId: string): Promise<string[]> {
  return (await listOwnersBy(ctx, [principalId])).get(principalId) ?? []
}

/** The same of many persons, by the person's id. */
export async function listOwnersBy(
  ctx: Pick<Ctx, 'db'>,
  principalIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await ctx.db.execute<{ person: string; id: string }>(sql`
    with recursive owned(person, id) as (
      select id, id from unnest(${sql.param([...principalIds])}::uuid[]) as named (id)
      union
      select owned.person, ${principals.id} from ${principals} join owned on ${principals.claimedBy} = owned.id
    )
    select person, id from owned`)
  const owners = new Map(principalIds.map((id) => [id, [] as string[]]))
  for (const { person, id } of rows) owners.get(person)?.push(id)
  return owners
}
