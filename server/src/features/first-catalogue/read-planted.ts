import { and, eq, isNull, like } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../creations/index.ts'
import { jobs } from '../generation/index.ts'
import { isOfHouse, principals } from '../identity/index.ts'
import { workflows } from '../workflows/index.ts'
import { REQUEST_KEYS, runNumberIn } from './request-key-of.ts'
import { readSeed, SEEDS } from './seeds/seeds.ts'
import type { Planted } from './state-of.ts'

/** The seeded recipes that exist, by file, with their runs; without withdrawn recipes. */
export async function readPlanted(ctx: Ctx): Promise<Map<string, Planted>> {
  const files = new Map(SEEDS.map((seed) => [readSeed(seed.file).name, seed.file]))
  const rows = await ctx.db
    .select({
      id: workflows.id,
      name: workflows.name,
      sampleMediaId: workflows.sampleMediaId,
      key: jobs.requestKey,
      status: jobs.status,
      mediaId: creations.mediaId,
    })
    .from(workflows)
    .innerJoin(principals, eq(principals.id, workflows.ownerId))
    .leftJoin(jobs, and(eq(jobs.workflowId, workflows.id), like(jobs.requestKey, REQUEST_KEYS)))
    .leftJoin(creations, eq(creations.id, jobs.creationId))
    .where(and(isOfHouse, isNull(workflows.deletedAt)))
  const planted = new Map<string, Planted>()
  for (const { id, name, sampleMediaId, key, status, mediaId } of rows) {
    const file = files.get(name)
    if (!file) continue
    const recipe = planted.get(file) ?? { id, sampleMediaId, runs: new Map() }
    planted.set(file, recipe)
    if (!key) continue
    const run = runNumberIn(key)
    const before = recipe.runs.get(run)
    const tries = (before?.tries ?? 0) + 1
    recipe.runs.set(
      run,
      status === 'COMPLETED'
        ? { state: 'made', tries, mediaId }
        : status === 'QUEUED' || status === 'RUNNING'
          ? { state: 'running', tries }
          : before && before.state !== 'failed'
            ? { ...before, tries }
            : { state: 'failed', tries },
    )
  }
  return planted
}
