import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { searchWords } from './tables.ts'

/** PostgreSQL's code where the server does not allow `pg_trgm`. */
const UNDEFINED_FUNCTION = '42883'

/** Behind every word that begins with the asked one; `like` would read all words. */
const LAST_LETTER = 0x10ffff

/**
 * How alike a correction must be at least. Most slips are found by the first number, for which the
 * index leaves few words to be compared; by the second, it leaves twenty times as many.
 */
const LEAST_SIMILARITIES = [0.5, 0.3]

/**
 * The words with each one that no workflow's text begins with put right; undefined where nothing
 * is nearer, or where the database cannot compare spellings.
 */
export async function correctWords(
  ctx: Ctx,
  words: readonly string[],
): Promise<string[] | undefined> {
  const nearest = new Map<string, string>()
  try {
    for (const least of LEAST_SIMILARITIES) {
      const left = words.filter((word) => !nearest.has(word))
      if (left.length === 0) break
      for (const { asked, word } of await findNearest(ctx, left, least)) nearest.set(asked, word)
    }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if ((cause as { code?: string } | undefined)?.code === UNDEFINED_FUNCTION) return undefined
    throw error
  }
  return nearest.size > 0 ? words.map((word) => nearest.get(word) ?? word) : undefined
}

/** The nearest known word of each unknown one that has one. */
async function findNearest(
  ctx: Ctx,
  words: readonly string[],
  least: number,
): Promise<{ asked: string; word: string }[]> {
  const near = sql`select ${searchWords.word} from ${searchWords}
    where ${searchWords.word} % asked.word
      and not exists (select from ${searchWords} known
        where known.word ~>=~ asked.word and known.word ~<~ (asked.word || chr(${LAST_LETTER})))
    order by similarity(${searchWords.word}, asked.word) desc,
      abs(length(${searchWords.word}) - length(asked.word)), ${searchWords.word}
    limit 1`
  // The setting, by which the operator % compares, ends with this statement. PostgreSQL sets it
  // with each asked word, before it looks for words like that one.
  const { rows } = await ctx.db.execute<{ asked: string; word: string }>(
    sql`select asked.word as asked, near.word as word
      from (
        select word, set_config('pg_trgm.similarity_threshold', ${String(least)}, true)
        from unnest(array[${sql.join(
          words.map((word) => sql`${word}::text`),
          sql`, `,
        )}]) as word
      ) as asked
      cross join lateral (${near}) as near`,
  )
  return rows
}
