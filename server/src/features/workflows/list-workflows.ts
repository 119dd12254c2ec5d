import { listWorkflows as route } from '@vignette/contract/catalogue.ts'
import { CATEGORIES, type Category } from '@vignette/contract/categories.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { and, arrayContains, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { workflows, workflowTallies } from '../../schema/workflows.ts'
import { viewMediaOf } from '../media/index.ts'
import { correctWords } from './correct-words.ts'
import { countLarge } from './count-large.ts'
import { foldTag } from './rules-tags.ts'
import { listPopularWords, noteSearch, readSearchWords } from './searches.ts'
import { viewCards } from './view-workflow.ts'
import { isListed } from './workflow.ts'

/** A remix sends no notification for its count, so counts may be this old. */
const LIFE_MS = 1_000
const JSON_TYPE = 'application/json; charset=utf-8'

/** Every caller gets the same catalogue, so each page is built once and kept as bytes; the caller's own list is not kept. */
export async function listWorkflows(ctx: Ctx, query: WorkflowQuery) {
  if (isOwnList(query)) return findWorkflows(ctx, query)
  if (query.q && query.cursor === undefined) noteSearch(ctx, query.q)
  const everybody = { ...ctx, caller: { ...ctx.caller, principal: null } }
  return ctx.answers.get(
    `${route.name} ${JSON.stringify(query)}`,
    { lifeMs: LIFE_MS },
    async () => {
      const list = route.answer.parse(await findWorkflows(everybody, query))
      return buildAnswer(JSON.stringify(list), { type: JSON_TYPE })
    },
  )
}

export type WorkflowQuery = z.output<(typeof route)['query']>

/** One page of the catalogue, and the total; a search that finds nothing is made again, spelt right. */
export async function findWorkflows(ctx: Ctx, query: WorkflowQuery) {
  const asked = query.q === undefined ? undefined : wordsOf(query.q)
  const isFirst = query.cursor === undefined && query.page === 1 && !isOwnList(query)
  const kinds = isFirst ? { kinds: await readKinds(ctx) } : {}
  const found = await readPageAndTotal(ctx, query, asked)
  if (!asked?.length || found.total > 0)
    return { ...(await viewFound(ctx, query, found, null)), ...kinds }
  const corrected = await correctWords(ctx, asked)
  const better = corrected && (await readPageAndTotal(ctx, query, corrected))
  if (!better || better.total === 0) {
    const nothing = await viewFound(ctx, query, found, null)
    return { ...nothing, ...kinds, popular_q: await listPopularWords(ctx) }
  }
  return { ...(await viewFound(ctx, query, better, corrected.join(' '))), ...kinds }
}

/** The sample of the newest recipe of each category: an index finds each at its first row. */
async function readKinds(ctx: Ctx) {
  const { rows } = await ctx.db.execute<{ category: Category; sample: string }>(sql`
    select kind.category, newest.sample from unnest(${sql.param([...CATEGORIES])}::text[]) kind (category)
    cross join lateral (
      select ${workflows.sampleMediaId} sample from ${workflows}
      where ${isListed} and ${workflows.category} = kind.category and ${workflows.sampleMediaId} is not null
      order by ${workflows.createdAt} desc, ${workflows.id} desc limit 1
    ) newest`)
  const media = await viewMediaOf(
    ctx,
    rows.map(({ sample }) => sample),
  )
  return rows.flatMap(({ category, sample }) => {
    const shown = media.get(sample)
    const sizes = shown?.variants.filter(({ format }) => format === 'webp') ?? []
    const picture = sizes.toSorted((a, b) => a.width - b.width)[0]?.url ?? shown?.preview_url
    return picture ? [{ category, picture }] : []
  })
}

type Found = Awaited<ReturnType<typeof readPageAndTotal>>

async function readPageAndTotal(ctx: Ctx, query: WorkflowQuery, words: Words) {
  if (words) return readSearch(ctx, query, words)
  const [page, total] = await Promise.all([
    readRows(ctx, query, filtersOf(ctx, query)),
    query.creator || query.tag ? countFound(ctx, query) : readTally(ctx, query),
  ])
  return { ...page, total }
}

/**
 * From this many matches on, reading the list in its order finds a page sooner than collecting all
 * matches.
 */
const COMMON = 5_000

/**
 * PostgreSQL expects every word to be common, and would read the whole list for the few matches of
 * a rare word. So the total is counted first, and a rare word's matches are collected before they
 * are sorted.
 */
async function readSearch(ctx: Ctx, query: WorkflowQuery, words: readonly string[]) {
  const filters = filtersOf(ctx, query, words)
  const total = await countFound(ctx, query, words)
  if (total >= COMMON) return { ...(await readRows(ctx, query, filters)), total }
  const { id, createdAt, trending, popularity, price } = workflows
  const found = ctx.db
    .select({ id, createdAt, trending, popularity, price })
    .from(workflows)
    .where(and(...filters))
  const all = sql`(with found as materialized ${found} select * from found) as ${workflows}`
  return { ...(await readRows(ctx, query, [], all)), total }
}

async function viewFound(
  ctx: Ctx,
  query: WorkflowQuery,
  { rows, next_cursor, total }: Found,
  corrected: string | null,
) {
  return {
    workflows: await viewCards(
      ctx,
      rows.map(({ row }) => row),
    ),
    page: query.page,
    per_page: query.per_page,
    total,
    has_more: next_cursor !== null,
    next_cursor,
    corrected_q: corrected,
  }
}

function readRows(
  ctx: Ctx,
  query: WorkflowQuery,
  filters: readonly SQL[],
  from: SQL | typeof workflows = workflows,
) {
  const { page, per_page: limit, cursor, sort_by, sort_order } = query
  const byAge = [workflows.createdAt, workflows.id]
  const columns = {
    created_at: byAge,
    trending: [workflows.trending, ...byAge],
    popular: [workflows.popularity, ...byAge],
    price: [workflows.price, ...byAge],
  }
  const list = {
    name: ['workflows', sort_by, ...narrowedBy(query)],
    columns: columns[sort_by],
    descending: sort_order === 'DESC',
  }
  return readPage(ctx.config, list, { limit, offset: (page - 1) * limit, cursor }, (at) => {
    // An index-only scan finds the ids: rows that an offset skips are never read from the table.
    const ids = ctx.db
      .select({ id: sql<string>`${workflows.id}` })
      .from(from)
      .where(and(...filters, at.after))
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

/** The filters that a cursor is signed for, besides the order. */
function narrowedBy({ q, output_type, price, creator, category, tag }: WorkflowQuery) {
  return [q, output_type, price, creator, category, tag && foldTag(tag)]
}

async function readTally(
  ctx: Ctx,
  { output_type: type, price, category }: WorkflowQuery,
): Promise<number> {
  const kind = kindOf(type)
  const [tally] = await ctx.db
    .select({ total: sql<number>`coalesce(sum(${workflowTallies.listed}), 0)::int` })
    .from(workflowTallies)
    .where(
      and(
        kind && eq(workflowTallies.outputKind, kind),
        price && eq(workflowTallies.free, price === 'free'),
        category && eq(workflowTallies.category, category),
      ),
    )
  return tally?.total ?? 0
}

async function countFound(ctx: Ctx, query: WorkflowQuery, words?: Words): Promise<number> {
  const countNow = async () => {
    const [counted] = await ctx.db
      .select({ total: count() })
      .from(workflows)
      .where(and(...filtersOf(ctx, query, words)))
    return counted ?? { total: 0 }
  }
  if (isOwnList(query)) return (await countNow()).total
  const key = JSON.stringify([words, ...narrowedBy(query)])
  return (await countLarge(ctx, key, countNow)).total
}

function kindOf(type: WorkflowQuery['output_type']) {
  return type && (type === 'image' ? 'image' : 'video')
}

function filtersOf(ctx: Ctx, query: WorkflowQuery, words?: Words): SQL[] {
  const filters: SQL[] = [isOwnList(query) ? isNull(workflows.deletedAt) : isListed]
  const kind = kindOf(query.output_type)
  if (words) filters.push(searchFor(words))
  if (kind) filters.push(eq(workflows.outputKind, kind))
  if (query.category) filters.push(eq(workflows.category, query.category))
  if (query.tag) filters.push(arrayContains(workflows.tags, [foldTag(query.tag)]))
  if (query.price === 'free') filters.push(eq(workflows.price, 0))
  if (query.price === 'paid') filters.push(gt(workflows.price, 0))
  if (isOwnList(query)) return [...filters, madeByCaller(ctx)]
  if (query.creator) filters.push(madeBy(query.creator))
  return filters
}

/** The caller's own list contains hidden workflows, so no other caller may get its answer. */
function isOwnList(query: WorkflowQuery): boolean {
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

/** The searched words without accents; undefined without a search. */
type Words = readonly string[] | undefined

function wordsOf(text: string): string[] | undefined {
  return text === '' ? undefined : readSearchWords(text)
}

/** Whole English words, and each word also as a prefix, for search while typing. */
function searchFor(words: readonly string[]): SQL {
  if (words.length === 0) return sql`false`
  const prefixes = words.map((word) => `${word}:*`).join(' & ')
  return sql`(${workflows.search} @@ to_tsquery('simple', ${prefixes}) or ${workflows.search} @@ plainto_tsquery('english', ${words.join(' ')}))`
}

export const sumListed = defineTask({
  name: 'workflows.sum-listed',
  retryLimit: 1,
  cron: '* * * * *',
  run: runSumListed,
})

/** One statement, so that every reader sees the rows either before or after the sum. */
async function runSumListed(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    with taken as (
      delete from workflow_tallies
      where exists (select from workflow_tallies where not summed)
      returning output_kind, free, category, listed
    )
    insert into workflow_tallies (output_kind, free, category, listed, summed)
    select output_kind, free, category, sum(listed), true from taken
    group by output_kind, free, category having sum(listed) <> 0`)
}
