import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from '../../schema/identity.ts'

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

/** The accounts that these principals are or belong to, by their ids in order; an unclaimed visitor has none. */
export async function listAccountsOf(
  ctx: Pick<Ctx, 'db'>,
  principalIds: string[],
): Promise<string[]> {
  const found = new Set<string>()
  let ids = principalIds
  while (ids.length > 0) {
    const rows = await ctx.db
      .select({ id: principals.id, kind: principals.kind, claimedBy: principals.claimedBy })
      .from(principals)
      .where(inArray(principals.id, ids))
    for (const { id, kind } of rows) if (kind === 'user') found.add(id)
    ids = rows.flatMap(({ claimedBy }) => claimedBy ?? [])
  }
  return [...found].toSorted()
}
