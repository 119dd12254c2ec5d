import { and, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type MediaRow, media } from './tables.ts'

const byIds = prepared((db) =>
  db
    .select()
    .from(media)
    .where(and(sql`${media.id} = any(${sql.placeholder('ids')})`, isNull(media.deletedAt))),
)

export async function findMedia(ctx: Ctx, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(ctx.db).execute({ ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row]))
}
