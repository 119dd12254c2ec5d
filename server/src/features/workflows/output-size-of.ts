import type { OutputSize } from '@vignette/contract/output-size.ts'
import { referencesIn } from '@vignette/contract/references.ts'
import type { Ctx } from '../../ctx.ts'
import { estimateWork } from './estimate-work.ts'
import type { Recipe } from './rules-recipe.ts'

/** The runs looked at; a recipe with more choices that may decide its size tells none. */
const MOST_RUNS = 24
/** Params that decide a size; a visitor's free text in one of them leaves the size open. */
const DECIDING = new Set(['size', 'aspect', 'width', 'height', 'factor'])

/** What the file of any run measures; null where a provider, a visitor's file or an input leaves it open. */
export function outputSizeOf(ctx: Pick<Ctx, 'providers'>, recipe: Recipe): OutputSize | null {
  const used = namesInParams(recipe, () => true)
  const deciding = namesInParams(recipe, (param) => DECIDING.has(param))
  const choices = recipe.inputs.filter((input) => used.has(input.key) && input.options.length > 0)
  const free = recipe.inputs.filter((input) => input.options.length === 0)
  if (free.some((input) => deciding.has(input.key))) return null
  // Two sides chosen apart may both be the shorter one.
  const sides = namesInParams(recipe, (param) => param === 'width' || param === 'height')
  if (choices.filter(({ key }) => sides.has(key)).length > 1) return null
  const runs = [
    {},
    ...choices.flatMap(({ key, options }) => options.map(({ value }) => ({ [key]: value }))),
  ]
  if (runs.length > MOST_RUNS) return null
  const sizes = runs.map((chosen) => sizeOfRun(ctx, recipe, chosen))
  const [first] = sizes
  if (!first || sizes.some((size) => !size || longerOf(size) !== longerOf(first))) return null
  const isOne = (side: 'width' | 'height' | 'seconds') =>
    sizes.every((size) => size?.[side] === first[side])
  const { width, height, seconds } = first
  const isLengthOpen = free.some((input) => used.has(input.key)) && seconds > 0
  return {
    width,
    height,
    ...(seconds > 0 && { film: true }),
    ...(seconds > 0 && isOne('seconds') && !isLengthOpen && { seconds }),
    ...((!isOne('width') || !isOne('height')) && { varies: true }),
  }
}

interface Made {
  width: number
  height: number
  seconds: number
}

const longerOf = ({ width, height }: Made) => Math.max(width, height)

/** Undefined where the output's size is not known before the run. */
function sizeOfRun(
  ctx: Pick<Ctx, 'providers'>,
  recipe: Recipe,
  chosen: Record<string, string>,
): Made | undefined {
  let isOpen = false
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const input = recipe.inputs.find((one) => one.key === name)
      return chosen[name] ?? String(input?.value ?? input?.options[0]?.value ?? '')
    },
    factsOf: () => {
      isOpen = true
      return undefined
    },
  })
  return isOpen ? undefined : work.makes
}

/** The inputs that the params of any step refer to. */
function namesInParams(recipe: Recipe, counts: (param: string) => boolean): Set<string> {
  const params = recipe.steps.flatMap((step) => Object.entries(step.params))
  const texts = params.filter(([name]) => counts(name)).map(([, value]) => JSON.stringify(value))
  return new Set(texts.flatMap((text) => referencesIn(text)))
}
