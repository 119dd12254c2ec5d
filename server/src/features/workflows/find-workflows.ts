import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { listWorkflows as route } from '@vignette/contract/workflows.ts'
import { and, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { viewMediaOf } from '../media/index.ts'
import { isListed } from './is-listed.ts'
import { workflows, workflowTallies } from './tables.ts'
import { viewCard } from './view-workflow.ts'

export type WorkflowQuery = z.output<(typeof route)['query']>

/** One page of the catalogue, and the total. */
export async function findWorkflows(ctx: Ctx, query: WorkflowQuery) {
  const [{ rows, next_cursor }, total] = await Promise.all([
    readRows(ctx, query),
    query.q || query.creator ? countFound(ctx, query) : readTally(ctx, query),
  ])
  const samples = await viewMediaOf(
    ctx,
    rows.map(({ row }) => row.sampleMediaId),
  )
  return {
    workflows: rows.map(({ row }) => viewCard(ctx, row, samples.get(row.sampleMediaId ?? ''))),
    page: query.page,
    per_page: query.per_page,
    total,
    has_more: next_cursor !== null,
    next_cursor,
  }
}

function readRows(ctx: Ctx, query: WorkflowQuery) {
  const { page, per_page: limit, cursor, sort_by, sort_order } = query
  const byAge = [workflows.createdAt, workflows.id]
  const columns = {
    created_at: byAge,
    popular: [workflows.popularity, ...byAge],
    price: [workflows.price, ...byAge],
  }
  const list = {
    name: ['workflows', sort_by, query.q, query.output_type, query.price, query.creator],
    columns: columns[sort_by],
    descending: sort_order === 'DESC',
  }
  return readPage(ctx.config, list, { limit, offset: (page - 1) * limit, cursor }, (at) => {
    // An index-only scan finds the ids: rows that an offset skips are never read from the table.
    const ids = ctx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(and(...filtersOf(ctx, query), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset)
    return ctx.db
      .select({ row: workflows, key: at.key })
      .from(workflows)
      .where(inArray(workflows.id, ids))
      .orderBy(...at.orderBy)
  })
}

async function readTally(ctx: Ctx, { output_type: type, price }: WorkflowQuery): Promise<number> {
  const kind = kindOf(type)
  const [tally] = await ctx.db
    .select({ total: sql<number>`coalesce(sum(${workflowTallies.listed}), 0)::int` })
    .from(workflowTallies)
    .where(
      and(
        kind && eq(workflowTallies.outputKind, kind),
        price && eq(workflowTallies.free, price === 'free'),
      ),
    )
  return tally?.total ?? 0
}

/** Few enough rows to count. */
async function countFound(ctx: Ctx, query: WorkflowQuery): Promise<number> {
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(workflows)
    .where(and(...filtersOf(ctx, query)))
  return counted?.total ?? 0
}

function kindOf(type: WorkflowQuery['output_type']) {
  return type && (type === 'image' ? 'image' : 'video')
}

function filtersOf(ctx: Ctx, query: WorkflowQuery): SQL[] {
  const filters: SQL[] = [isOwnList(query) ? isNull(workflows.deletedAt) : isListed]
  const kind = kindOf(query.output_type)
  if (query.q) filters.push(searchFor(query.q))
  if (kind) filters.push(eq(workflows.outputKind, kind))
  if (query.price === 'free') filters.push(eq(workflows.price, 0))
  if (query.price === 'paid') filters.push(gt(workflows.price, 0))
  if (isOwnList(query)) return [...filters, madeByCaller(ctx)]
  if (query.creator) filters.push(madeBy(query.creator))
  return filters
}

/** The caller's own list contains hidden workflows, so no other caller may get its answer. */
export function isOwnList(query: WorkflowQuery): boolean {
  return query.creator === 'me'
}

function madeByCaller(ctx: Ctx): SQL {
  const { principal } = ctx.caller
  return principal ? eq(workflows.ownerId, principal.id) : sql`false`
}

/** By handle, or by the `user_id` in answers, which does not change with the handle. */
function madeBy(creator: string): SQL {
  return UUID_PATTERN.test(creator)
    ? eq(workflows.ownerId, creator)
    : eq(workflows.handle, creator.replace(/^@/, ''))
}

/** Whole English words, and the last word also as a prefix, for search while typing. */
function searchFor(text: string): SQL {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return sql`false`
  const prefixes = words.map((word) => `${word}:*`).join(' & ')
  return sql`(${workflows.search} @@ to_tsquery('simple', ${prefixes}) or ${workflows.search} @@ plainto_tsquery('english', ${text}))`
}
