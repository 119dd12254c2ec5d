import type { Ctx } from '../../ctx.ts'
import { fillStep } from './catalog-of.ts'
import type { MediaFacts } from './facts-of.ts'
import type { Recipe } from './rules-recipe.ts'

/** A run's CPU seconds on this machine, in total and by step. */
export interface RunWork {
  seconds: number
  steps: { id: string; seconds: number }[]
  /** What the output step makes, where its provider knows. */
  makes: MediaFacts | undefined
}

/** The values of a run, by input name. */
interface GivenInputs {
  textOf: (name: string) => string
  factsOf: (name: string) => MediaFacts | undefined
}

/** Asks each step's provider, in an order in which each step follows the steps it needs. */
export function estimateWork(
  ctx: Pick<Ctx, 'providers'>,
  recipe: Recipe,
  given: GivenInputs,
): RunWork {
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
