import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { type CreationRow, creations } from './tables.ts'

const columns = [creations.deliveredAt, creations.id] as const

export interface Found {
  rows: CreationRow[]
  next_cursor: string | null
  total: number
}

/** Merges all parts in one order, newest first; each part reads its own index and limits its rows before the merge. */
export async function readCreations(
  ctx: Ctx,
  name: unknown[],
  want: Place,
  parts: (SQL | undefined)[],
): Promise<Omit<Found, 'total'>> {
  const list = { name, columns, descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, want, (at) => {
    const cut = parts.map(
      (part) => sql`(select ${creations.id}, ${creations.deliveredAt} from ${creations}
        where ${and(part, at.after)} order by ${sql.join(at.orderBy, sql`, `)}
        limit ${at.offset + at.limit})`,
    )
    const ids = sql`(select id from (${sql.join(cut, sql` union all `)}) as parts
      order by delivered_at desc, id desc limit ${at.limit} offset ${at.offset})`
    return ctx.db
      .select({ row: creations, key: at.key })
      .from(creations)
      .where(inArray(creations.id, ids))
      .orderBy(...at.orderBy)
  })
  return { rows: rows.map(({ row }) => row), next_cursor }
}
