import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { listWorkflows as route } from '@vignette/contract/workflows.ts'
import { and, asc, count, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { idsByOffset, idsByRank, type SortedList } from '../../platform/db/page-of-ids.ts'
import { anchorsOf } from '../../platform/db/rank-anchors.ts'
import { viewMediaOf } from '../media/index.ts'
import { type WorkflowRow, workflows, workflowTallies } from './tables.ts'
import { viewCard } from './view-workflow.ts'

export type WorkflowQuery = z.output<(typeof route)['query']>

/** Places of a list by popularity are learnt anew after this time; those of others never age. */
const POPULAR_FOR_MS = 60_000

/** One page of the catalogue, however deep, and how many there are. */
export async function listWorkflows(ctx: Ctx, query: WorkflowQuery) {
  const { rows, total } = await (query.q || query.creator ? search(ctx, query) : browse(ctx, query))
  const samples = await viewMediaOf(
    ctx,
    rows.map((row) => row.sampleMediaId),
  )
  return {
    workflows: rows.map((row) => viewCard(row, samples.get(row.sampleMediaId ?? ''))),
    page: query.page,
    per_page: query.per_page,
    total,
    has_more: query.page * query.per_page < total,
  }
}

interface Found {
  rows: WorkflowRow[]
  total: number
}

/** All that is listed, of one kind or price: counted ahead, and deep pages have known places. */
async function browse(ctx: Ctx, query: WorkflowQuery): Promise<Found> {
  const { output_type: type, price, sort_by: sort } = query
  const kind = kindOf(type)
  const [tally] = await ctx.db
    .select({
      total: sql<number>`coalesce(sum(${workflowTallies.listed}), 0)::int`,
      moved: sql<string>`coalesce(sum(${workflowTallies.moved}), 0)::text`,
    })
    .from(workflowTallies)
    .where(
      and(
        kind && eq(workflowTallies.outputKind, kind),
        price && eq(workflowTallies.free, price === 'free'),
      ),
    )
  const { total, moved } = tally ?? { total: 0, moved: '0' }
  // Sorted by age new ones come at the end; sorted otherwise they move what stands there.
  const versions = {
    created_at: moved,
    price: `${moved} ${total}`,
    popular: `${moved} ${total} ${Math.floor(ctx.clock.now().getTime() / POPULAR_FOR_MS)}`,
  }
  const ids = idsByRank(
    ctx.db,
    anchorsOf(ctx),
    {
      ...sortedList(ctx, query),
      name: ['workflows', sort, kind, price].join(' '),
      version: versions[sort],
      total,
      settled:
        sort === 'created_at'
          ? sql`${workflows.createdAt} < clock_timestamp() - interval '10 minutes'`
          : undefined,
    },
    pageOf(query),
  )
  return { rows: ids ? await rowsOf(ctx, query, ids) : [], total }
}

/** Few enough to be counted. */
async function search(ctx: Ctx, query: WorkflowQuery): Promise<Found> {
  const list = sortedList(ctx, query)
  const [rows, [counted]] = await Promise.all([
    rowsOf(ctx, query, idsByOffset(list, pageOf(query))),
    ctx.db.select({ total: count() }).from(workflows).where(list.where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

function rowsOf(ctx: Ctx, query: WorkflowQuery, ids: SQL): Promise<WorkflowRow[]> {
  const direction = query.sort_order === 'ASC' ? asc : desc
  return ctx.db
    .select()
    .from(workflows)
    .where(inArray(workflows.id, ids))
    .orderBy(...sortedList(ctx, query).columns.map((column) => direction(column)))
}

function pageOf({ page, per_page: limit, sort_order: order }: WorkflowQuery) {
  return { offset: (page - 1) * limit, limit, descending: order === 'DESC' }
}

function sortedList(ctx: Ctx, query: WorkflowQuery): SortedList {
  const byAge = [workflows.createdAt, workflows.id] as const
  const columns = {
    created_at: byAge,
    popular: [workflows.popularity, ...byAge] as const,
    price: [workflows.price, ...byAge] as const,
  }
  return { columns: columns[query.sort_by], where: and(...filtersOf(ctx, query)) }
}

function kindOf(type: WorkflowQuery['output_type']) {
  return type && (type === 'image' ? 'image' : 'video')
}

function filtersOf(ctx: Ctx, query: WorkflowQuery): SQL[] {
  const filters: SQL[] = [isNull(workflows.deletedAt)]
  const kind = kindOf(query.output_type)
  if (query.q) filters.push(searchFor(query.q))
  if (kind) filters.push(eq(workflows.outputKind, kind))
  if (query.price === 'free') filters.push(eq(workflows.price, 0))
  if (query.price === 'paid') filters.push(gt(workflows.price, 0))
  if (isOwnList(query)) return [...filters, madeByCaller(ctx)]
  // As the partial indexes say it: a parameter would keep a prepared plan from using them.
  filters.push(isNull(workflows.hiddenAt), sql`not ${workflows.waiting}`)
  if (query.creator) filters.push(madeBy(query.creator))
  return filters
}

/** The caller's own, which no other may be shown: the hidden ones are in it. */
export function isOwnList(query: WorkflowQuery): boolean {
  return query.creator === 'me'
}

function madeByCaller(ctx: Ctx): SQL {
  const { principal } = ctx.caller
  return principal ? eq(workflows.ownerId, principal.id) : sql`false`
}

/** By handle, or by the `user_id` that answers name, which stays when a handle changes. */
function madeBy(creator: string): SQL {
  return UUID_PATTERN.test(creator)
    ? eq(workflows.ownerId, creator)
    : eq(workflows.handle, creator.replace(/^@/, ''))
}

/** Whole words in English, and the last one also as a beginning, for search as one types. */
function searchFor(text: string): SQL {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return sql`false`
  const prefixes = words.map((word) => `${word}:*`).join(' & ')
  return sql`(${workflows.search} @@ to_tsquery('simple', ${prefixes}) or ${workflows.search} @@ plainto_tsquery('english', ${text}))`
}
