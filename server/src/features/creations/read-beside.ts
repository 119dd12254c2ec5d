import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { principals } from '../identity/index.ts'
import { creationFiles, creations } from './tables.ts'

const origins = alias(creations, 'origins')

/** Repeats the condition of the index `creations_made_from`, so that PostgreSQL uses the index. */
const remixes = sql<number>`(select count(*)::int from ${creations} remix
  where remix.made_from = ${sql.placeholder('id')} and remix.made_from is not null and remix.public
    and remix.delivered_at is not null and remix.deleted_at is null and remix.hidden_at is null)`

const besideOf = prepared((db) =>
  db
    .select({ file: creationFiles, origin: origins, author: principals, remixes })
    .from(creations)
    .leftJoin(creationFiles, eq(creationFiles.creationId, creations.id))
    .leftJoin(
      origins,
      and(
        eq(origins.id, creations.madeFrom),
        isNotNull(origins.deliveredAt),
        isNull(origins.deletedAt),
      ),
    )
    .leftJoin(principals, eq(principals.id, origins.ownerId))
    .where(eq(creations.id, sql.placeholder('id'))),
)

/** Reads in one query what a creation's page shows besides the creation's row: input files and lineage. */
export async function readBeside(ctx: Ctx, id: string) {
  const rows = await besideOf(ctx.db).execute({ id })
  const [first] = rows
  return {
    files: rows.flatMap(({ file }) => file ?? []),
    origin: first?.origin && first.author ? { row: first.origin, author: first.author } : null,
    remixes: first?.remixes ?? 0,
  }
}

export type Beside = Awaited<ReturnType<typeof readBeside>>
