import { POPULAR_SEARCHES } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { isListed } from './is-listed.ts'
import { searchedWords, workflows } from './tables.ts'
import { weekOf } from './week-of.ts'

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
