import { and, eq, isNull, like } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { principals } from '../../schema/identity.ts'
import { workflows } from '../../schema/workflows.ts'
import { isOfHouse } from '../identity/index.ts'
import type { Given } from './seeds/run.ts'
import { readSeed, runOf, SEEDS } from './seeds/seeds.ts'

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

/** After this many failures a run is given up; a recipe without its sample stays without one. */
const MOST_TRIES = 3

type RunState =
  | { state: 'unmade' | 'running' | 'failed'; tries: number }
  | { state: 'made'; tries: number; mediaId: string | null }

/** A seeded recipe that exists, with its runs by their number. */
export interface Planted {
  id: string
  sampleMediaId: string | null
  runs: Map<number, RunState>
}

/** A recipe's run by its number; 0 is the sample. */
export interface RunName {
  file: string
  run: number
}

export function stateOf(
  planted: Map<string, Planted>,
  { file, run }: RunName,
): RunState | undefined {
  const recipe = planted.get(file)
  if (!recipe) return undefined
  const known = recipe.runs.get(run) ?? { state: 'unmade', tries: 0 }
  if (run > 0 || !recipe.sampleMediaId || known.state === 'made') return known
  return { state: 'made', tries: known.tries, mediaId: recipe.sampleMediaId }
}

export function isGivenUp({ state, tries }: RunState): boolean {
  return state === 'failed' && tries >= MOST_TRIES
}

/** The run's inputs, if the pictures and films that they name exist. */
export function fillRun(
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

interface SampleCount {
  /** Recipes of the first catalogue that still exist. */
  of: number
  /** Those that show their sample. */
  drawn: number
  /** Those that stay without one. */
  lost: number
}

export async function countSamples(ctx: Ctx): Promise<SampleCount> {
  const planted = await readPlanted(ctx)
  const found: SampleCount = { of: 0, drawn: 0, lost: 0 }
  for (const { file } of SEEDS) {
    const sample = { file, run: 0 }
    const state = stateOf(planted, sample)
    if (!state) continue
    found.of += 1
    if (state.state === 'made') found.drawn += 1
    else if (isGivenUp(state)) found.lost += 1
    else if (state.state !== 'running' && fillRun(planted, sample) === 'never') found.lost += 1
  }
  return found
}

/** True once every seeded recipe shows its sample, or has failed for good. */
export async function samplesReady(ctx: Ctx): Promise<boolean> {
  if (!ctx.config.SEED || !ctx.config.LOCAL) return true
  const [any] = await ctx.db.select({ id: workflows.id }).from(workflows).limit(1)
  if (!any) return false
  const { of, drawn, lost } = await countSamples(ctx)
  return drawn + lost === of
}

/** Marks the runs of the first catalogue, and lets each be queued once. */
const KEY = 'first-catalogue'

/** What the request keys of all these runs are like, in SQL. */
export const REQUEST_KEYS = `${KEY}:%`

export function requestKeyOf(want: { recipeId: string; run: number; tries: number }): string {
  return `${KEY}:${want.recipeId}:${want.run}:${want.tries}`
}

/** The number of the run that a request key names. */
function runNumberIn(requestKey: string): number {
  return Number(requestKey.split(':')[2])
}
