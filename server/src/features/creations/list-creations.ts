import type { CreationItem } from '@vignette/contract/creations.ts'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { and, count, eq, gt, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId } from '../identity/index.ts'
import { media } from '../media/index.ts'
import { getListed, workflows } from '../workflows/index.ts'
import { type CreationRow, creations, creationTallies } from './tables.ts'
import { viewItems } from './view-creation.ts'

const kept = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))
const shown = and(eq(creations.public, true), isNull(creations.hiddenAt)) ?? sql`false`
const columns = [creations.deliveredAt, creations.id] as const

/** Public ones for everybody, the caller's own beside them. */
export async function listWorkflowCreations(
  ctx: Ctx,
  want: Place & { workflowId: string; publicOnly: boolean },
) {
  await getListed(ctx, want.workflowId)
  const { rows, next_cursor, total } = await findInGallery(ctx, want)
  return {
    creations: await viewItems(ctx, rows),
    total,
    has_more: next_cursor !== null,
    offset: want.offset,
    limit: want.limit,
    next_cursor,
  }
}

async function findInGallery(
  ctx: Ctx,
  want: Place & { workflowId: string; publicOnly: boolean },
): Promise<Found> {
  const own = ctx.caller.principal
  const here = and(eq(creations.workflowId, want.workflowId), kept)
  const parts = [and(here, shown)]
  let total = await readTally(ctx, want.workflowId)
  if (own && !want.publicOnly) {
    const ownUnseen = and(here, eq(creations.ownerId, own.id), not(shown))
    const [counted] = await ctx.db.select({ total: count() }).from(creations).where(ownUnseen)
    if (counted?.total) {
      parts.push(ownUnseen)
      total += counted.total
    }
  }
  return {
    ...(await readCreations(ctx, ['gallery', want.workflowId, want.publicOnly], want, parts)),
    total,
  }
}

interface NamedItems {
  items: (CreationItem & { workflow_name: string })[]
  nextOffset: number | null
  next_cursor: string | null
}

/** A gallery: all of one's own, the public ones of others. */
export async function listUserCreations(
  ctx: Ctx,
  want: Place & { userId: string },
): Promise<NamedItems> {
  const owner = await getOwner(ctx, want.userId)
  const isOwn = ctx.caller.principal?.id === owner.id
  const part = and(eq(creations.ownerId, owner.id), kept, isOwn ? undefined : shown)
  const { rows, next_cursor } = await readCreations(ctx, ['profile', owner.id], want, [part])
  return {
    items: await viewNamed(ctx, rows),
    nextOffset: nextOffsetOf(want, next_cursor),
    next_cursor,
  }
}

/** One's own that can still be restored: their files are not erased yet. */
export async function listDeletedCreations(
  ctx: Ctx,
  want: Place & { userId: string },
): Promise<NamedItems> {
  const owner = await getOwner(ctx, want.userId)
  if (ctx.caller.principal?.id !== owner.id)
    return { items: [], nextOffset: null, next_cursor: null }
  const since = hoursAgo(ctx, TOMBSTONE_PURGE_HOURS)
  const list = {
    name: ['deleted', owner.id],
    columns: [creations.deletedAt, creations.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, want, (at) =>
    ctx.db
      .select({ row: creations, key: at.key })
      .from(creations)
      .innerJoin(media, eq(media.id, creations.mediaId))
      .where(
        and(
          eq(creations.ownerId, owner.id),
          isNotNull(creations.deliveredAt),
          gt(creations.deletedAt, since),
          isNull(media.purgedAt),
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const items = await viewNamed(
    ctx,
    rows.map(({ row }) => row),
  )
  return { items, nextOffset: nextOffsetOf(want, next_cursor), next_cursor }
}

/** Null behind a cursor, where no offset is known. */
function nextOffsetOf({ cursor, offset, limit }: Place, next: string | null): number | null {
  return next === null || cursor !== undefined ? null : offset + limit
}

async function getOwner(ctx: Ctx, userId: string) {
  const owner = await findByAnyId(ctx, userId)
  if (!owner) throw new AppError('not_found', 'There is no such user.')
  return owner
}

async function viewNamed(ctx: Ctx, rows: readonly CreationRow[]): Promise<NamedItems['items']> {
  const [names, items] = await Promise.all([
    namesOf(
      ctx,
      rows.map((row) => row.workflowId),
    ),
    viewItems(ctx, rows),
  ])
  return items.map((item) => ({ ...item, workflow_name: names.get(item.workflow_id) ?? '' }))
}

async function readTally(ctx: Ctx, scope: string): Promise<number> {
  const [tally] = await ctx.db
    .select({ shown: creationTallies.shown })
    .from(creationTallies)
    .where(eq(creationTallies.scope, scope))
  return tally?.shown ?? 0
}

interface Found {
  rows: CreationRow[]
  next_cursor: string | null
  total: number
}

/** The newest of all parts in one order; each part is cut by its own index before they are merged. */
async function readCreations(
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

async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(inArray(workflows.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row.name]))
}
