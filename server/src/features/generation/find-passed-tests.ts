import { TESTS } from '@vignette/contract/test-limits.ts'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hashRecipe, type Recipe } from '../workflows/index.ts'
import { timeOfTests } from './rules.ts'
import { jobSteps, jobs } from './tables.ts'

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
