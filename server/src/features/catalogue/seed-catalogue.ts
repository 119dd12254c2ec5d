import { and, count, inArray, isNull, notLike, or } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { jobs } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { termsOf } from '../../shop.ts'
import { queueJob } from '../generation/index.ts'
import { ensureHouseUser } from '../identity/index.ts'
import { updateStorefront } from '../profiles/index.ts'
import { createWorkflow, getRunnable, prepareInputs } from '../workflows/index.ts'
import {
  fillRun,
  isGivenUp,
  type Planted,
  REQUEST_KEYS,
  type RunName,
  readPlanted,
  requestKeyOf,
  samplesAndSources,
  stateOf,
} from './planted.ts'
import { CREATOR_LINES, readSeed, runOf, runsOf, SEEDS, type Seed } from './seeds/seeds.ts'

/** Fills an empty catalogue. Recipes exist at once; samples appear as their jobs complete. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // Of several processes that start at once, one seeds.
    await lockFor(tx, seeding)
    const [row] = await tx.db.select({ total: count() }).from(workflows)
    if ((row?.total ?? 0) === 0) {
      for (const seed of SEEDS) await plant(tx, seed)
      for (const [creator, lines] of Object.entries(CREATOR_LINES))
        await introduce(tx, creator, lines)
    }
    await tx.queue.send(tx, makeSamples, {}, { singletonKey: makeSamples.name })
  })
}

async function plant(tx: TxCtx, seed: Seed): Promise<void> {
  const creator = await ensureHouseUser(tx, seed.creator)
  const acting: TxCtx = { ...tx, caller: { ...tx.caller, principal: creator } }
  await createWorkflow(acting, {
    ...readSeed(seed.file),
    user_id: creator.id,
    accept_creator_terms: termsOf(tx).creators,
  })
}

/** Writes the lines of a creator's page. */
async function introduce(tx: TxCtx, username: string, lines: readonly string[]): Promise<void> {
  const creator = await ensureHouseUser(tx, username)
  const page = { show_picture: false, lines: [...lines], links: [], featured_id: null, order: [] }
  await updateStorefront({ ...tx, caller: { ...tx.caller, principal: creator } }, page)
}

/** Held while the catalogue is planted or its next runs are queued. */
const seeding = defineLock(8_402_102)

const LOOK_AGAIN_MS = 1_000
/** A turn behind every other run. Turns are seconds, and reach this number only in sixty years. */
const LAST_TURN = 2_000_000_000

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

async function runMakeSamples(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockFor(tx, seeding)
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

async function othersRun(tx: TxCtx): Promise<boolean> {
  const [any] = await tx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        inArray(jobs.status, ['QUEUED', 'RUNNING']),
        or(isNull(jobs.requestKey), notLike(jobs.requestKey, REQUEST_KEYS)),
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
  const recipeId = planted.get(file)?.id ?? ''
  const maker = await ensureHouseUser(tx, runOf({ file, run })?.by ?? '')
  const acting: TxCtx = { ...tx, caller: { ...tx.caller, principal: maker } }
  try {
    const runnable = await getRunnable(acting, recipeId)
    // The operator's own run of a priced recipe is no sale: it has no payment and no share.
    await queueJob(tx, {
      ownerId: maker.id,
      runnable,
      inputs: await prepareInputs(acting, runnable, given),
      public: true,
      shareInputs: true,
      termsVersion: termsOf(tx).site,
      paymentId: null,
      test: false,
      // Only samples, and runs whose products samples use, are drawn at the buyer's size; other
      // runs fill galleries.
      screenSize: !samplesAndSources().some((one) => one.file === file && one.run === run),
      requestKey: requestKeyOf({ recipeId, run, tries }),
      turn: LAST_TURN + run * SEEDS.length + place,
    })
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tx.log.warn({ err: error, file, run }, 'a run of the first catalogue is left out')
    return false
  }
}
