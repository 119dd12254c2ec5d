import type { CreationItem } from '@vignette/contract/creations.ts'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  type SQL,
  sql,
} from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../ctx.ts'
import { type CountedList, idsByRank } from '../../platform/db/page-of-ids.ts'
import { anchorsOf } from '../../platform/db/rank-anchors.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId } from '../identity/index.ts'
import { media } from '../media/index.ts'
import { getListed, workflows } from '../workflows/index.ts'
import { type CreationRow, creations, creationTallies } from './tables.ts'
import { viewItems } from './view-creation.ts'

interface Slice {
  limit: number
  offset: number
}

interface Found {
  rows: CreationRow[]
  total: number
}

const kept = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))
const shown = and(eq(creations.public, true), isNull(creations.hiddenAt)) ?? sql`false`
const order = [desc(creations.deliveredAt), desc(creations.id)]

/** Public ones for everybody, the caller's own beside them. */
export async function listWorkflowCreations(
  ctx: Ctx,
  want: Slice & { workflowId: string; publicOnly: boolean },
) {
  await getListed(ctx, want.workflowId)
  const { rows, total } = await findInGallery(ctx, want)
  return {
    creations: await viewItems(ctx, rows),
    total,
    has_more: want.offset + rows.length < total,
    offset: want.offset,
    limit: want.limit,
  }
}

async function findInGallery(
  ctx: Ctx,
  want: Slice & { workflowId: string; publicOnly: boolean },
): Promise<Found> {
  const own = ctx.caller.principal
  const here = and(eq(creations.workflowId, want.workflowId), kept)
  if (own && !want.publicOnly) {
    const ownUnseen = and(here, eq(creations.ownerId, own.id), not(shown))
    const [counted] = await ctx.db.select({ total: count() }).from(creations).where(ownUnseen)
    const unseen = counted?.total ?? 0
    if (unseen > 0) return findBoth(ctx, want, { shown: and(here, shown), ownUnseen, unseen })
  }
  return findCounted(ctx, want, {
    name: 'gallery',
    scope: want.workflowId,
    counts: creationTallies.shown,
    where: and(here, shown),
  })
}

interface NamedItems {
  items: (CreationItem & { workflow_name: string })[]
  nextOffset: number | null
}

/** A gallery: all of one's own, the public ones of others. */
export async function listUserCreations(
  ctx: Ctx,
  want: Slice & { userId: string },
): Promise<NamedItems> {
  const owner = await getOwner(ctx, want.userId)
  const isOwn = ctx.caller.principal?.id === owner.id
  const { rows, total } = await findCounted(ctx, want, {
    name: isOwn ? 'own' : 'profile',
    scope: owner.id,
    counts: isOwn ? creationTallies.kept : creationTallies.shown,
    where: and(eq(creations.ownerId, owner.id), kept, isOwn ? undefined : shown),
  })
  const next = want.offset + rows.length
  return {
    items: await viewNamed(ctx, rows),
    nextOffset: rows.length === want.limit && next < total ? next : null,
  }
}

/** One's own that can still be restored: their files are not erased yet. */
export async function listDeletedCreations(
  ctx: Ctx,
  want: { userId: string; limit: number },
): Promise<NamedItems> {
  const owner = await getOwner(ctx, want.userId)
  if (ctx.caller.principal?.id !== owner.id) return { items: [], nextOffset: null }
  const since = hoursAgo(ctx, TOMBSTONE_PURGE_HOURS)
  const found = await ctx.db
    .select({ row: creations })
    .from(creations)
    .innerJoin(media, eq(media.id, creations.mediaId))
    .where(
      and(
        eq(creations.ownerId, owner.id),
        isNotNull(creations.deliveredAt),
        gt(creations.deletedAt, since),
        isNull(media.purgedAt),
      ),
    )
    .orderBy(desc(creations.deletedAt))
    .limit(want.limit)
  const items = await viewNamed(
    ctx,
    found.map(({ row }) => row),
  )
  return { items, nextOffset: null }
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

/** A list whose length is kept with it, and whose deep pages have known places. */
async function findCounted(
  ctx: Ctx,
  want: Slice,
  list: {
    name: string
    scope: string
    counts: typeof creationTallies.shown | typeof creationTallies.kept
    where: SQL | undefined
  },
): Promise<Found> {
  const [tally] = await ctx.db
    .select({ total: list.counts, moved: creationTallies.moved })
    .from(creationTallies)
    .where(eq(creationTallies.scope, list.scope))
  const counted: CountedList = {
    columns: [creations.deliveredAt, creations.id],
    where: list.where,
    name: `${list.name} ${list.scope}`,
    version: String(tally?.moved ?? 0),
    total: tally?.total ?? 0,
    settled: sql`${creations.deliveredAt} < clock_timestamp() - interval '10 minutes'`,
  }
  const ids = idsByRank(ctx.db, anchorsOf(ctx), counted, { ...want, descending: true })
  return { rows: ids ? await rowsOf(ctx, ids) : [], total: counted.total }
}

/** The public ones and the caller's hidden ones in one order; both are cut before they are merged. */
async function findBoth(
  ctx: Ctx,
  want: Slice & { workflowId: string },
  parts: { shown: SQL | undefined; ownUnseen: SQL | undefined; unseen: number },
): Promise<Found> {
  const reach = want.offset + want.limit
  const part = (where: SQL | undefined) =>
    ctx.db
      .select({ id: creations.id, deliveredAt: creations.deliveredAt })
      .from(creations)
      .where(where)
      .orderBy(...order)
      .limit(reach)
  const both = unionAll(part(parts.shown), part(parts.ownUnseen)).as('both')
  const ids = sql`(select ${both.id} from ${both} order by ${desc(both.deliveredAt)}, ${desc(both.id)}
    limit ${want.limit} offset ${want.offset})`
  const [rows, [tally]] = await Promise.all([
    rowsOf(ctx, ids),
    ctx.db
      .select({ shown: creationTallies.shown })
      .from(creationTallies)
      .where(eq(creationTallies.scope, want.workflowId)),
  ])
  return { rows, total: (tally?.shown ?? 0) + parts.unseen }
}

function rowsOf(ctx: Ctx, ids: SQL): Promise<CreationRow[]> {
  return ctx.db
    .select()
    .from(creations)
    .where(inArray(creations.id, ids))
    .orderBy(...order)
}

async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(inArray(workflows.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row.name]))
}
