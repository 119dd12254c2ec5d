import { createHmac } from 'node:crypto'
import { POPULAR_SEARCHES } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { foldAccents } from '../../platform/fold-accents.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { newestOf } from '../../platform/secrets.ts'
import { searchedWords, searchWords, workflows } from '../../schema/workflows.ts'
import { isListed } from './workflow.ts'

/**
 * What a search reads of its text. Each word is looked for among all recipes, and once more where no
 * recipe is found; one sign can stand for eighteen letters.
 */
const READ = { words: 16, letters: 60 }

/** The words of a search without capitals, accents and signs. */
export function readSearchWords(text: string): string[] {
  const words = foldAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, READ.words).map((word) => Array.from(word).slice(0, READ.letters).join(''))
}

const PAUSE_MS = 5_000
/** The most words in memory, so that a flood of searches cannot fill it; further words are not counted. */
const MOST_WAITING = 500
const BITS = 64

const noted = defineProcessPart(() => ({ waiting: new Map<string, bigint>(), isPlanned: false }))

/**
 * Counts the words of a search, some seconds after its answer. Each visitor sets one of 64 bits,
 * another bit for each word and week: the bits tell how many visitors searched at least, and not
 * who.
 */
export function noteSearch(ctx: Ctx, text: string): void {
  const state = ctx.process.of(noted)
  const { principal, address } = ctx.caller
  const visitor = principal?.id ?? address
  for (const word of readSearchWords(text)) {
    const key = `${weekOf(ctx)} ${word}`
    if (!state.waiting.has(key) && state.waiting.size >= MOST_WAITING) continue
    const digest = createHmac('sha256', newestOf(ctx.config.secret))
      .update(`search ${key} ${visitor}`)
      .digest()
    const bit = BigInt.asIntN(BITS, 1n << BigInt((digest[0] ?? 0) % BITS))
    state.waiting.set(key, (state.waiting.get(key) ?? 0n) | bit)
  }
  if (state.isPlanned) return
  state.isPlanned = true
  setTimeout(() => {
    writeNoted(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'searches were not counted'))
  }, PAUSE_MS).unref()
}

/**
 * Writes the counted words, but only words that recipes contain, so that no searched name or number
 * is kept.
 */
export async function writeNoted(ctx: Ctx): Promise<void> {
  const state = ctx.process.of(noted)
  state.isPlanned = false
  const rows = [...state.waiting].map(([key, seen]) => ({ key: key.split(' '), seen }))
  state.waiting.clear()
  if (rows.length === 0) return
  const values = rows.map(
    ({ key: [week, word], seen }) => sql`(${word}::text, ${week}::date, ${String(seen)}::bigint)`,
  )
  // Sorted, so that two processes lock the rows in the same order.
  await ctx.db.execute(sql`
    insert into ${searchedWords} as counted (word, week, seen)
    select noted.word, noted.week, noted.seen
    from (values ${sql.join(values, sql`, `)}) as noted (word, week, seen)
    inner join ${searchWords} as known on known.word = noted.word
    order by noted.word, noted.week
    on conflict (word, week) do update set seen = counted.seen | excluded.seen
      where counted.seen | excluded.seen <> counted.seen`)
}

/** Words that several visitors searched for in this week or the last, and that find recipes. */
export async function listPopularWords(ctx: Ctx): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ word: string }>(sql`
    select word from ${searchedWords}
    where week >= ${weekOf(ctx)}::date - 7
    group by word
    having max(bit_count(seen::bit(64))) >= ${POPULAR_SEARCHES.fromVisitors}
      and exists (select from ${workflows}
        where ${workflows.search} @@ to_tsquery('simple', quote_literal(word)) and ${isListed})
    order by max(bit_count(seen::bit(64))) desc, word
    limit ${POPULAR_SEARCHES.shown}`)
  return rows.map(({ word }) => word)
}

const DAY_MS = 86_400_000

/** The Monday (UTC) of this week. */
function weekOf({ clock }: Pick<Ctx, 'clock'>): string {
  const now = clock.now()
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

export const sweepSearches = defineTask({
  name: 'workflows.sweep-searches',
  retryLimit: 1,
  cron: '41 3 * * *',
  run: async (ctx: Ctx) => {
    const days = POPULAR_SEARCHES.keptWeeks * 7
    await ctx.db.execute(
      sql`delete from ${searchedWords} where week < ${weekOf(ctx)}::date - ${days}::int`,
    )
  },
})
