import type { UserInputs } from '@vignette/contract/creations.ts'
import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type MediaRow } from '../../schema/media.ts'
import { isApprovedCreator } from '../identity/index.ts'
import type { ReadyInputs } from './prepare-inputs.ts'
import { refuseRecipe } from './read-recipe.ts'
import { fillStep } from './recipe-providers.ts'
import {
  type Fault,
  fileNamed,
  type Recipe,
  type RecipeStep,
  spreadCopies,
} from './rules-recipe.ts'
import type { Runnable } from './runnable.ts'

/** A run's CPU seconds on this machine, in total and by step. */
interface RunWork {
  seconds: number
  steps: { id: string; seconds: number }[]
  /** What the output step makes, where its provider knows. */
  makes: MediaFacts | undefined
}

/** The values of a run, by input name. */
interface GivenInputs {
  /** Absent for as many files as a buyer may give. */
  values?: UserInputs
  textOf: (name: string) => string
  factsOf: (name: string) => MediaFacts | undefined
}

/** Asks each step's provider, in an order in which each step follows the steps it needs. */
export function estimateWork(
  ctx: Pick<Ctx, 'providers'>,
  written: Recipe,
  given: GivenInputs,
): RunWork {
  const recipe = spreadCopies(written, given.values)
  const made = new Map<string, MediaFacts | undefined>()
  const steps: RunWork['steps'] = []

  function factsOf(name: string | null): MediaFacts | undefined {
    if (name === null) return undefined
    const step = recipe.steps.find((one) => one.id === name)
    if (!step) return given.factsOf(name)
    if (made.has(name)) return made.get(name)
    const provider = ctx.providers.find(step.provider)
    const work = provider?.estimateWork?.({
      functionType: step.functionType,
      params: fillStep(ctx, step, given.textOf),
      firstImage: factsOf(step.firstImage),
      lastImage: step.lastImage !== null,
      videos: step.videos.map(factsOf),
    })
    if (work) steps.push({ id: step.id, seconds: work.seconds })
    made.set(name, work?.makes)
    return work?.makes
  }

  for (const { id } of recipe.steps) factsOf(id)
  const seconds = Math.ceil(steps.reduce((sum, step) => sum + step.seconds, 0))
  return { seconds, steps, makes: made.get(recipe.output) }
}

/** The facts of a picture or film that a provider's estimate needs. */
export interface MediaFacts {
  width: number
  height: number
  /** 0 for a picture. */
  seconds: number
  fps?: number
}

/** Undefined where the size is not known. */
export function factsOf({ width, height, durationMs }: MediaRow): MediaFacts | undefined {
  if (width === null || height === null) return undefined
  return { width, height, seconds: (durationMs ?? 0) / 1000 }
}

/** A run's CPU seconds on this machine with these inputs; throws where they exceed the limit. */
export async function estimateRun(
  ctx: Ctx,
  runnable: Pick<Runnable, 'recipe' | 'price' | 'ownerId'>,
  inputs: ReadyInputs,
): Promise<RunWork> {
  const { recipe } = runnable
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const value = inputs.values[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
    values: inputs.values,
    factsOf: (name) => {
      const id = fileNamed(inputs.values, name)
      const row = inputs.media.find((one) => one.id === id)
      return row && factsOf(row)
    },
  })
  if (work.seconds <= MOST_SECONDS.free) return work
  const trusted = runnable.price > 0 || (await isApprovedCreator(ctx, runnable.ownerId))
  const most = trusted ? MOST_SECONDS.trusted : MOST_SECONDS.free
  if (work.seconds <= most) return work
  throw new AppError(
    'validation_failed',
    `With these inputs the recipe takes about ${work.seconds} s of a processor core (${describeSteps(work)}), and a remix may take at most ${most} s here. Choose something shorter or smaller.`,
  )
}

/** Maximum CPU seconds of this machine for one run. */
const MOST_SECONDS = { free: 60, trusted: 600 } as const

export function assertWorkAffordable(ctx: Ctx, creator: Principal, recipe: Recipe): void {
  const fault = findWorkFault(ctx, creator, recipe)
  if (fault) throw refuseRecipe([fault])
}

/** For a free workflow the inputs' own values count, and a file not yet known counts with a usual size. */
export function findWorkFault(
  ctx: Pick<Ctx, 'providers'>,
  creator: Pick<Principal, 'approvedCreator' | 'admin'>,
  recipe: Recipe,
): Fault | undefined {
  const trusted = recipe.price > 0 || creator.approvedCreator || creator.admin
  const most = trusted ? MOST_SECONDS.trusted : MOST_SECONDS.free
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const input = recipe.inputs.find((one) => one.key === name)
      return String(input?.value ?? input?.options[0]?.value ?? '')
    },
    factsOf: () => undefined,
  })
  if (work.seconds <= most) return undefined
  const message = `take about ${work.seconds} s of a processor core (${describeSteps(work)}), and ${
    trusted ? 'no recipe' : 'a free recipe of a creator who is not approved'
  } may take more than ${most} s: use fewer, shorter or smaller steps`
  return { path: 'steps', message }
}

/** What a preview may take of a core, since nobody pays for it. */
const PREVIEW_SECONDS = 6
/** Functions that draw for paper or for a screen. */
const SIZED = ['text_to_image', 'image_to_image']

/**
 * The recipe as a preview draws it, at the size of a screen; undefined unless this machine alone
 * makes its picture, and soon.
 */
export function recipeToPreview(ctx: Pick<Ctx, 'providers'>, recipe: Recipe): Recipe | undefined {
  const { steps, output } = recipe
  const isDrawn = (step: RecipeStep) =>
    step.provider === 'local' &&
    ctx.providers.findFunction(step.provider, step.functionType)?.output === 'image'
  if (!steps.every(isDrawn) || !steps.some(({ id }) => id === output)) return undefined
  const small = {
    ...recipe,
    steps: steps.map((step) =>
      SIZED.includes(step.functionType)
        ? { ...step, params: { ...step.params, size: 'screen' } }
        : step,
    ),
  }
  const { seconds } = estimateWork(ctx, small, { textOf: () => '', factsOf: () => undefined })
  return seconds <= PREVIEW_SECONDS ? small : undefined
}

/** The most expensive step first. */
function describeSteps({ steps }: RunWork): string {
  const dearest = steps.toSorted((a, b) => b.seconds - a.seconds).slice(0, 3)
  const told = dearest.map(({ id, seconds }) => `${id} ${Math.ceil(seconds)} s`)
  return [...told, ...(steps.length > dearest.length ? ['…'] : [])].join(', ')
}
