import { listPublicCreations as route } from '@vignette/contract/creation-lists.ts'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { and, eq, gt, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { nextOffsetOf, type Place, readPage } from '../../platform/db/read-page.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type CreationRow, creations, creationTallies } from '../../schema/creations.ts'
import { media } from '../../schema/media.ts'
import { findByAnyId } from '../identity/index.ts'
import { getListed } from '../workflows/index.ts'
import { ofListed } from './creation.ts'
import { type NamedItems, viewItems, viewNamed } from './view-items.ts'

/** The public creations of a recipe, and the caller's own private ones. */
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
  const ownUnseen =
    own && !want.publicOnly ? and(here, eq(creations.ownerId, own.id), not(shown)) : undefined
  const parts = ownUnseen ? [and(here, shown), ownUnseen] : [and(here, shown)]
  const [seen, unseen, page] = await Promise.all([
    readTally(ctx, want.workflowId),
    ownUnseen ? ctx.db.$count(creations, ownUnseen) : 0,
    readCreations(ctx, ['gallery', want.workflowId, want.publicOnly], want, parts),
  ])
  return { ...page, total: seen + unseen }
}

async function readTally(ctx: Ctx, workflowId: string): Promise<number> {
  const [tally] = await ctx.db
    .select({ shown: sql<number>`coalesce(sum(${creationTallies.shown}), 0)::int` })
    .from(creationTallies)
    .where(eq(creationTallies.workflowId, workflowId))
  return tally?.shown ?? 0
}

/** How long the wall may show the old name of a recipe; deliveries and changes of visibility drop the answer at once. */
const LIFE_MS = 1_000
const JSON_TYPE = 'application/json; charset=utf-8'

/** The wall: every visitor gets the same answer, so each page is built once and kept as bytes. */
export async function listPublicCreations(ctx: Ctx, query: z.output<(typeof route)['query']>) {
  const everybody = { ...ctx, caller: { ...ctx.caller, principal: null } }
  return ctx.answers.get(
    `${route.name} ${JSON.stringify(query)}`,
    { lifeMs: LIFE_MS },
    async () => {
      const want = { ...query, offset: 0 }
      const part = and(kept, shown, ofListed)
      const { rows, next_cursor } = await readCreations(everybody, ['wall'], want, [part])
      const items = await viewNamed(everybody, rows)
      const list = route.answer.parse({ creations: items, next_cursor })
      return buildAnswer(JSON.stringify(list), { type: JSON_TYPE })
    },
  )
}

export const kept = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))
export const shown = and(eq(creations.public, true), isNull(creations.hiddenAt)) ?? sql`false`

/** A user's creations: all of them for the user, the public creations for any other caller. */
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

/** The caller's deleted creations that can still be restored: their files are not erased yet. */
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
          isNull(creations.proofUntil),
          eq(creations.takenBack, false),
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

async function getOwner(ctx: Ctx, userId: string) {
  const owner = await findByAnyId(ctx, userId)
  if (!owner) throw new AppError('not_found', 'There is no such user.')
  return owner
}

const columns = [creations.deliveredAt, creations.id] as const

interface Found {
  rows: CreationRow[]
  next_cursor: string | null
  total: number
}

/** Merges all parts in one order, newest first; each part reads its own index and limits its rows before the merge. */
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

export const sumShown = defineTask({
  name: 'creations.sum-shown',
  retryLimit: 1,
  cron: '* * * * *',
  run: runSumShown,
})

/** One statement, so that every reader sees the rows either before or after the sum. */
async function runSumShown(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    with taken as (
      delete from creation_tallies
      where workflow_id in (select workflow_id from creation_tallies where not summed)
      returning workflow_id, shown
    )
    insert into creation_tallies (workflow_id, shown, summed)
    select workflow_id, sum(shown), true from taken
    group by workflow_id having sum(shown) <> 0`)
}
