import { type SQL, sql } from 'drizzle-orm'

/** Ids by the id of the group that they belong to, such as principals by the person whose they are. */
export type Groups = ReadonlyMap<string, readonly string[]>

/** The groups as a table `grouped (id, group_id)` of a statement, so that one statement answers for all. */
export function groupedTable(groups: Groups): SQL {
  const ids = [...groups.values()].flat()
  const groupIds = [...groups].flatMap(([group, members]) => members.map(() => group))
  return sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(groupIds)}::uuid[]) as grouped (id, group_id)`
}

/** Lists of so many at the most. */
export function inLists<T>(items: readonly T[], most: number): T[][] {
  const lists: T[][] = []
  for (let at = 0; at < items.length; at += most) lists.push(items.slice(at, at + most))
  return lists
}
