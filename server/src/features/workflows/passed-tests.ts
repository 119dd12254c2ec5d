import { TESTS } from '@vignette/contract/test-limits.ts'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'
import { hashRecipe } from './read-recipe.ts'
import type { Recipe } from './rules-recipe.ts'

/** The time that passed tests of this very recipe took; undefined where none has passed. */
export async function findPassedTests(
  ctx: Pick<Ctx, 'db'>,
  { ownerId, recipe }: { ownerId: string; recipe: Recipe },
): Promise<{ generationTimeMs: number } | undefined> {
  const rows = await ctx.db
    .select({
      startedAt: jobs.startedAt,
      finishedAt: jobs.finishedAt,
      reused: sql<boolean>`exists (select 1 from ${jobSteps}
        where ${jobSteps.jobId} = ${jobs.id} and ${jobSteps.reused})`,
    })
    .from(jobs)
    .where(
      and(
        isNotNull(jobs.documentHash),
        eq(jobs.documentHash, hashRecipe(recipe)),
        eq(jobs.ownerId, ownerId),
        eq(jobs.status, 'COMPLETED'),
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(TESTS.listed)
  if (rows.length === 0) return undefined
  const whole = rows.filter(({ reused }) => !reused)
  // A test that took products over says less than a whole one, but more than nothing.
  const timed = (whole.length > 0 ? whole : rows).map(
    ({ startedAt, finishedAt }) => (finishedAt?.getTime() ?? 0) - (startedAt?.getTime() ?? 0),
  )
  return { generationTimeMs: timeOfTests(timed) }
}

/** The time within which four of five tests ended, in whole seconds. */
export function timeOfTests(timesMs: readonly number[]): number {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const most = sorted[Math.ceil(sorted.length * 0.8) - 1] ?? 0
  return Math.max(1, Math.ceil(most / 1000)) * 1000
}
