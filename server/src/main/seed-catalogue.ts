import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { and, count, eq, inArray, isNull, like, notLike, or } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../ctx.ts'
import { creations } from '../features/creations/index.ts'
import { jobs, queueJob } from '../features/generation/index.ts'
import { ensureHouseUser, isOfHouse, principals } from '../features/identity/index.ts'
import { updateStorefront } from '../features/storefronts/index.ts'
import {
  createWorkflow,
  getRunnable,
  prepareInputs,
  workflows,
} from '../features/workflows/index.ts'
import { lockFor } from '../platform/db/lock.ts'
import { AppError } from '../platform/http/app-error.ts'
import { defineTask } from '../platform/queue/define-task.ts'
import { CREATOR_LINES } from './seeds/creator-lines.ts'
import type { Given } from './seeds/run.ts'
import { readSeed, runOf, runsOf, SEEDS, type Seed } from './seeds/seeds.ts'

const LOOK_AGAIN_MS = 1_000
/** After this many failures a run is given up; a recipe without its sample stays without one. */
const MOST_TRIES = 3
/** A turn behind every other run. Turns are seconds, and reach this number only in sixty years. */
const LAST_TURN = 2_000_000_000
/** Marks the runs of the first catalogue, and lets each be queued once. */
const KEY = 'first-catalogue'

/**
 * Queues the runs of the first catalogue that can be made now: the samples at once, those made from
 * other runs as soon as these exist, and the further creations one by one while no other run
 * is unfinished.
 */
export const makeSamples = defineTask({
  name: 'catalogue.make-samples',
  retryLimit: 10,
  exclusive: true,
  run: runMakeSamples,
})

type RunState =
  | { state: 'unmade' | 'running' | 'failed'; tries: number }
  | { state: 'made'; tries: number; mediaId: string | null }

interface Planted {
  id: string
  sampleMediaId: string | null
  runs: Map<number, RunState>
}

/** A recipe's run by its number; 0 is the sample. */
interface RunName {
  file: string
  run: number
}

/** Fills an empty catalogue. Recipes exist at once; samples appear as their jobs complete. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // Of several processes that start at once, one seeds.
    await lockFor(tx, 'seeding')
    const [row] = await tx.db.select({ total: count() }).from(workflows)
    if ((row?.total ?? 0) === 0) {
      for (const seed of SEEDS) await plant(tx, seed)
      for (const [creator, lines] of Object.entries(CREATOR_LINES))
        await introduce(tx, creator, lines)
    }
    await tx.queue.send(tx, makeSamples, {}, { singletonKey: makeSamples.name })
  })
}

async function runMakeSamples(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockFor(tx, 'seeding')
    const planted = await readPlanted(tx)
    const awaited =
      (await queueNext(tx, planted, samplesAndSources(), Number.POSITIVE_INFINITY)) ||
      (tx.config.SEED_CREATIONS &&
        (await queueNext(tx, planted, furtherRuns(planted), (await othersRun(tx)) ? 0 : 1)))
    if (awaited) {
      const options = { singletonKey: makeSamples.name, delayMs: LOOK_AGAIN_MS }
      await tx.queue.send(tx, makeSamples, {}, options)
    }
  })
}

/** Queues up to `most` runs, counting those that run, and tells whether any is still to come. */
async function queueNext(
  tx: TxCtx,
  planted: Map<string, Planted>,
  wanted: readonly RunName[],
  most: number,
): Promise<boolean> {
  let awaited = false
  let running = wanted.filter((one) => stateOf(planted, one)?.state === 'running').length
  for (const [place, one] of wanted.entries()) {
    const state = stateOf(planted, one)
    if (!state || state.state === 'made' || isGivenUp(state)) continue
    const given = fillRun(planted, one)
    if (given === 'never') continue
    const queued =
      state.state !== 'running' && given !== 'later' && running < most
        ? await queueRun(tx, planted, { ...one, given, tries: state.tries, place })
        : undefined
    if (queued === false) continue
    awaited = true
    if (queued) running += 1
  }
  return awaited
}

/** True once every seeded recipe shows its sample, or has failed for good. */
export async function samplesReady(ctx: Ctx): Promise<boolean> {
  if (!ctx.config.SEED || !ctx.config.LOCAL) return true
  const [any] = await ctx.db.select({ id: workflows.id }).from(workflows).limit(1)
  if (!any) return false
  const planted = await readPlanted(ctx)
  return SEEDS.every(({ file }) => {
    const sample = { file, run: 0 }
    const state = stateOf(planted, sample)
    if (!state || state.state === 'made' || isGivenUp(state)) return true
    return state.state !== 'running' && fillRun(planted, sample) === 'never'
  })
}

/** The samples in the order of Discover, each behind the runs that it is made from. */
export function samplesAndSources(): RunName[] {
  const order: RunName[] = []
  const add = (one: RunName) => {
    if (order.some(({ file, run }) => file === one.file && run === one.run)) return
    if (one.run > 0) add({ file: one.file, run: 0 })
    for (const value of Object.values(runOf(one)?.given ?? {}))
      if (typeof value !== 'string') add({ file: value.madeWith, run: value.run ?? 0 })
    order.push(one)
  }
  for (const { file } of SEEDS.toReversed()) add({ file, run: 0 })
  return order
}

/**
 * Runs for the galleries: one further creation of each recipe, then a second of each. A catalogue
 * that an earlier release made gets none.
 */
function furtherRuns(planted: Map<string, Planted>): RunName[] {
  const files = SEEDS.toReversed()
    .map(({ file }) => file)
    .filter((file) => (stateOf(planted, { file, run: 0 })?.tries ?? 0) > 0)
  return files
    .flatMap((file) => runsOf(file).map((_, run) => ({ file, run })))
    .filter(({ run }) => run > 0)
    .toSorted((a, b) => a.run - b.run)
}

async function plant(tx: TxCtx, seed: Seed): Promise<void> {
  const creator = await ensureHouseUser(tx, seed.creator)
  const acting: TxCtx = { ...tx, caller: { ...tx.caller, principal: creator } }
  await createWorkflow(acting, { ...readSeed(seed.file), user_id: creator.id })
}

/** Writes the lines of a creator's page. */
async function introduce(tx: TxCtx, username: string, lines: readonly string[]): Promise<void> {
  const creator = await ensureHouseUser(tx, username)
  const page = { show_picture: false, lines: [...lines], links: [], featured_id: null, order: [] }
  await updateStorefront({ ...tx, caller: { ...tx.caller, principal: creator } }, page)
}

/** The seeded recipes that exist, by file, with their runs; without withdrawn recipes. */
async function readPlanted(ctx: Ctx): Promise<Map<string, Planted>> {
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
    .leftJoin(jobs, and(eq(jobs.workflowId, workflows.id), like(jobs.requestKey, `${KEY}:%`)))
    .leftJoin(creations, eq(creations.id, jobs.creationId))
    .where(and(isOfHouse, isNull(workflows.deletedAt)))
  const planted = new Map<string, Planted>()
  for (const { id, name, sampleMediaId, key, status, mediaId } of rows) {
    const file = files.get(name)
    if (!file) continue
    const recipe = planted.get(file) ?? { id, sampleMediaId, runs: new Map() }
    planted.set(file, recipe)
    if (!key) continue
    const run = Number(key.split(':')[2])
    const tries = (recipe.runs.get(run)?.tries ?? 0) + 1
    const before = recipe.runs.get(run)
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

function stateOf(planted: Map<string, Planted>, { file, run }: RunName): RunState | undefined {
  const recipe = planted.get(file)
  if (!recipe) return undefined
  const known = recipe.runs.get(run) ?? { state: 'unmade', tries: 0 }
  if (run > 0 || !recipe.sampleMediaId || known.state === 'made') return known
  return { state: 'made', tries: known.tries, mediaId: recipe.sampleMediaId }
}

function isGivenUp({ state, tries }: RunState): boolean {
  return state === 'failed' && tries >= MOST_TRIES
}

/** The run's inputs, if the pictures and films that they name exist. */
function fillRun(
  planted: Map<string, Planted>,
  one: RunName,
): Record<string, string> | 'later' | 'never' {
  // The recipe's own sample first: its creator's first public creation becomes the sample.
  const needed: RunName[] = one.run > 0 ? [{ file: one.file, run: 0 }] : []
  const filled: Record<string, string> = {}
  const given: Given = runOf(one)?.given ?? {}
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string') filled[key] = value
    else {
      const source = { file: value.madeWith, run: value.run ?? 0 }
      needed.push(source)
      const state = stateOf(planted, source)
      if (state?.state === 'made') filled[key] = state.mediaId ?? ''
    }
  }
  const states = needed.map((source) => stateOf(planted, source))
  const lost = (state: RunState | undefined) =>
    !state || isGivenUp(state) || (state.state === 'made' && state.mediaId === null)
  if (states.some(lost)) return 'never'
  return states.every((state) => state?.state === 'made') ? filled : 'later'
}

async function othersRun(tx: TxCtx): Promise<boolean> {
  const [any] = await tx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        inArray(jobs.status, ['QUEUED', 'RUNNING']),
        or(isNull(jobs.requestKey), notLike(jobs.requestKey, `${KEY}:%`)),
      ),
    )
    .limit(1)
  return any !== undefined
}

/** False where the recipe no longer takes these inputs. */
async function queueRun(
  tx: TxCtx,
  planted: Map<string, Planted>,
  want: RunName & { given: Record<string, string>; tries: number; place: number },
): Promise<boolean> {
  const { file, run, given, tries, place } = want
  const recipe = planted.get(file)
  const maker = await ensureHouseUser(tx, runOf({ file, run })?.by ?? '')
  const acting: TxCtx = { ...tx, caller: { ...tx.caller, principal: maker } }
  try {
    const runnable = await getRunnable(acting, recipe?.id ?? '')
    // The operator's own run of a priced recipe is no sale: it has no payment and no share.
    await queueJob(tx, {
      ownerId: maker.id,
      runnable,
      inputs: await prepareInputs(acting, runnable, given),
      public: true,
      shareInputs: true,
      termsVersion: TERMS_VERSION,
      paymentId: null,
      test: false,
      // Only samples, and runs whose products samples use, are drawn at the buyer's size; other
      // runs fill galleries.
      screenSize: !samplesAndSources().some((one) => one.file === file && one.run === run),
      requestKey: `${KEY}:${recipe?.id}:${run}:${tries}`,
      turn: LAST_TURN + run * SEEDS.length + place,
    })
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tx.log.warn({ err: error, file, run }, 'a run of the first catalogue is left out')
    return false
  }
}
