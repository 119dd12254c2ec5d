import { TERMS_VERSION } from '@vignette/contract/limits.ts'
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../ctx.ts'
import { jobs, queueJob } from '../features/generation/index.ts'
import { ensureHouseUser, principals } from '../features/identity/index.ts'
import {
  createWorkflow,
  getRunnable,
  prepareInputs,
  workflows,
} from '../features/workflows/index.ts'
import { lockFor } from '../platform/db/lock.ts'
import { defineTask } from '../platform/queue/define-task.ts'
import { readSeed, SEEDS, type Seed } from './seeds/seeds.ts'

const LOOK_AGAIN_MS = 1_000
/** After this many failures a sample is given up; its recipe stays without one. */
const MOST_TRIES = 3

/** Queues the samples that can be made now; samples made from other samples follow later. */
export const makeSamples = defineTask({
  name: 'catalogue.make-samples',
  retryLimit: 10,
  exclusive: true,
  run: runMakeSamples,
})

interface Planted {
  id: string
  creator: string
  sampleMediaId: string | null
  running: boolean
  failures: number
}

/** Fills an empty catalogue. Recipes exist at once; samples appear as their jobs complete. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // Of several processes that start at once, one seeds.
    await lockFor(tx, 'seeding')
    const [row] = await tx.db.select({ total: count() }).from(workflows)
    if ((row?.total ?? 0) === 0) for (const seed of SEEDS) await plant(tx, seed)
    await tx.queue.send(tx, makeSamples, {}, { singletonKey: makeSamples.name })
  })
}

async function runMakeSamples(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockFor(tx, 'seeding')
    const planted = await readPlanted(tx)
    let awaited = 0
    for (const seed of SEEDS) {
      const recipe = planted.get(seed.file)
      if (!recipe || recipe.sampleMediaId) continue
      if (recipe.running) awaited += 1
      else if (recipe.failures < MOST_TRIES) {
        const given = fillSample(seed, planted)
        if (given === 'later') awaited += 1
        if (typeof given === 'object') {
          awaited += 1
          await queueSample(tx, recipe, given)
        }
      }
    }
    if (awaited > 0) {
      const options = { singletonKey: makeSamples.name, delayMs: LOOK_AGAIN_MS }
      await tx.queue.send(tx, makeSamples, {}, options)
    }
  })
}

/** True once every seeded recipe shows its sample, or has failed for good. */
export async function samplesReady(ctx: Ctx): Promise<boolean> {
  if (!ctx.config.SEED || !ctx.config.LOCAL) return true
  const [any] = await ctx.db.select({ id: workflows.id }).from(workflows).limit(1)
  if (!any) return false
  const planted = await readPlanted(ctx)
  return SEEDS.every((seed) => {
    const recipe = planted.get(seed.file)
    if (!recipe || recipe.sampleMediaId) return true
    if (recipe.running) return false
    return recipe.failures >= MOST_TRIES || fillSample(seed, planted) === 'never'
  })
}

async function plant(tx: TxCtx, seed: Seed): Promise<void> {
  const creator = await ensureHouseUser(tx, seed.creator)
  const acting: TxCtx = { ...tx, caller: { ...tx.caller, principal: creator } }
  await createWorkflow(acting, { ...readSeed(seed.file), user_id: creator.id })
}

/** The seeded recipes that exist, by file; without withdrawn ones. */
async function readPlanted(ctx: Ctx): Promise<Map<string, Planted>> {
  const files = new Map(SEEDS.map((seed) => [readSeed(seed.file).name, seed.file]))
  const rows = await ctx.db
    .select({
      id: workflows.id,
      name: workflows.name,
      creator: principals.subject,
      sampleMediaId: workflows.sampleMediaId,
      running: sql<number>`count(${jobs.id}) filter (where ${inArray(jobs.status, ['QUEUED', 'RUNNING'])})::int`,
      failures: sql<number>`count(${jobs.id}) filter (where ${jobs.status} = 'FAILED')::int`,
    })
    .from(workflows)
    .innerJoin(principals, eq(principals.id, workflows.ownerId))
    .leftJoin(jobs, and(eq(jobs.workflowId, workflows.id), eq(jobs.ownerId, workflows.ownerId)))
    .where(and(eq(principals.issuer, 'house'), isNull(workflows.deletedAt)))
    .groupBy(workflows.id, principals.id)
  return new Map(
    rows.flatMap(({ name, creator, running, ...row }) => {
      const file = files.get(name)
      return file ? [[file, { ...row, creator: creator ?? '', running: running > 0 }]] : []
    }),
  )
}

/** The sample's inputs, if the samples they name exist. */
function fillSample(
  seed: Seed,
  planted: Map<string, Planted>,
): Record<string, string> | 'later' | 'never' {
  const given: Record<string, string> = {}
  for (const [key, value] of Object.entries(seed.sample)) {
    if (typeof value === 'string') {
      given[key] = value
      continue
    }
    const source = planted.get(value.sampleOf)
    if (!source) return 'never'
    if (!source.sampleMediaId) return source.failures >= MOST_TRIES ? 'never' : 'later'
    given[key] = source.sampleMediaId
  }
  return given
}

async function queueSample(
  tx: TxCtx,
  recipe: Planted,
  given: Record<string, string>,
): Promise<void> {
  const creator = await ensureHouseUser(tx, recipe.creator)
  const acting: TxCtx = { ...tx, caller: { ...tx.caller, principal: creator } }
  const runnable = await getRunnable(acting, recipe.id)
  // The operator's sample of a priced recipe is no sale: it has no payment and no share.
  await queueJob(tx, {
    ownerId: creator.id,
    runnable,
    inputs: await prepareInputs(acting, runnable, given),
    public: true,
    shareInputs: true,
    termsVersion: TERMS_VERSION,
    paymentId: null,
    test: false,
  })
}
