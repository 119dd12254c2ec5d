import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { searchWords } from '../../schema/workflows.ts'

/** PostgreSQL's error code for a missing function: the server has no `pg_trgm`. */
const UNDEFINED_FUNCTION = '42883'

/**
 * Sorts behind every word that begins with the searched word. A range of words can use the index;
 * `like` would read all words.
 */
const LAST_LETTER = 0x10ffff

/**
 * How similar a correction must be. The first number finds most misspellings and leaves few words
 * to compare; the second leaves twenty times as many, and is tried for the words that remain.
 */
const LEAST_SIMILARITIES = [0.5, 0.3]

/** With more words that no workflow knows a search is no slip of the fingers, and each costs milliseconds. */
const MOST_CORRECTED = 4

/**
 * The searched words, with each word that no workflow knows replaced by the most similar known one.
 * Undefined where there is none, or where the database cannot compare spellings.
 */
export async function correctWords(
  ctx: Ctx,
  words: readonly string[],
): Promise<string[] | undefined> {
  const nearest = new Map<string, string>()
  const unknown = await findUnknown(ctx, words)
  if (unknown.length > MOST_CORRECTED) return undefined
  try {
    for (const least of LEAST_SIMILARITIES) {
      const left = unknown.filter((word) => !nearest.has(word))
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

/** The searched words with which no word of a workflow begins. */
async function findUnknown(ctx: Ctx, words: readonly string[]): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ word: string }>(
    sql`select asked.word as word from ${listOf(words)} as asked (word)
      where not exists (select from ${searchWords} known
        where known.word ~>=~ asked.word and known.word ~<~ (asked.word || chr(${LAST_LETTER})))`,
  )
  return rows.map(({ word }) => word)
}

const listOf = (words: readonly string[]) =>
  sql`unnest(array[${sql.join(
    words.map((word) => sql`${word}::text`),
    sql`, `,
  )}])`

/** For each of these words the most similar known word, if there is one. */
async function findNearest(
  ctx: Ctx,
  words: readonly string[],
  least: number,
): Promise<{ asked: string; word: string }[]> {
  const near = sql`select ${searchWords.word} from ${searchWords}
    where ${searchWords.word} % asked.word
    order by similarity(${searchWords.word}, asked.word) desc,
      abs(length(${searchWords.word}) - length(asked.word)), ${searchWords.word}
    limit 1`
  // The operator % compares by this setting, which lasts for this statement only. PostgreSQL sets
  // it for each searched word before it looks for similar ones.
  const { rows } = await ctx.db.execute<{ asked: string; word: string }>(
    sql`select asked.word as asked, near.word as word
      from (
        select word, set_config('pg_trgm.similarity_threshold', ${String(least)}, true)
        from ${listOf(words)} as word
      ) as asked
      cross join lateral (${near}) as near`,
  )
  return rows
}
