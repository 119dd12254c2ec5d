import { checkInput } from '@vignette/contract/check-input.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import type { OutputSize } from '@vignette/contract/output-size.ts'
import { referencesIn } from '@vignette/contract/references.ts'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { resolveUsableMedia } from '../media/index.ts'
import { fieldOf } from './assert-texts-allowed.ts'
import { estimateWork, factsOf, type MediaFacts } from './estimate-work.ts'
import type { Recipe } from './rules-recipe.ts'
import { getListedOrBought } from './workflow.ts'

/** The size of the file that a run on the visitor's own pictures makes. */
export async function getRunSize(
  ctx: Ctx,
  id: string,
  given: UserInputs,
): Promise<{ output_size: OutputSize | null }> {
  requireVisitor(ctx)
  const { recipe } = (await getListedOrBought(ctx, id)).version
  const told = outputSizeOf(ctx, recipe)
  if (!told?.up_to) return { output_size: told }
  const pictures = await findPictures(ctx, recipe, given)
  let isOpen = false
  const { makes } = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const input = recipe.inputs.find(({ key }) => key === name)
      const text = given[name] || input?.value || input?.options[0]?.value
      return typeof text === 'object' ? '' : String(text ?? '')
    },
    factsOf: (name) => {
      isOpen ||= !pictures.has(name)
      return pictures.get(name)
    },
  })
  if (isOpen || !makes) return { output_size: told }
  const { width, height, seconds } = makes
  return { output_size: { width, height, ...(seconds > 0 && { film: true, seconds }) } }
}

async function findPictures(
  ctx: Ctx,
  recipe: Recipe,
  given: UserInputs,
): Promise<Map<string, MediaFacts>> {
  const found = new Map<string, MediaFacts>()
  for (const input of recipe.inputs) {
    if (input.type !== 'image' || !given[input.key]) continue
    const read = checkInput(input, given[input.key], () => true)
    const [reference] = read.is === 'files' ? read.references : []
    if (!reference) continue
    const file = { ...fieldOf(recipe, input.key), kind: 'image', reference } as const
    const facts = factsOf(await resolveUsableMedia(ctx, file))
    if (facts) found.set(input.key, facts)
  }
  return found
}

/** The runs looked at; a recipe with more choices that may decide its size tells none. */
const MOST_RUNS = 24
/** Params that decide a size; a visitor's free text in one of them leaves the size open. */
const DECIDING = new Set(['size', 'aspect', 'width', 'height', 'factor'])

/** Sides of pictures to try: a small one, a phone's, and two that are larger than any step uses. */
const GIVEN_SIDES = [100, 4000, 20_000, 40_000]

/**
 * The size of the file that every run makes, or its maximum where the visitor's picture decides;
 * null where neither is known before the run.
 */
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
  const isLengthOpen = free.some((input) => used.has(input.key))
  if (sizes.includes('a picture decides')) return limitOf(ctx, recipe, { runs, isLengthOpen })
  const made = sizes.filter((size) => typeof size === 'object')
  if (typeof first !== 'object' || made.length < sizes.length) return null
  if (made.some((size) => longerOf(size) !== longerOf(first))) return null
  const isOne = (side: 'width' | 'height') => made.every((size) => size[side] === first[side])
  return {
    width: first.width,
    height: first.height,
    ...lengthOf(made, isLengthOpen),
    ...((!isOne('width') || !isOne('height')) && { varies: true }),
  }
}

type Chosen = Record<string, string>

/** The longest side that any picture leads to; null where a larger picture always gives a larger file. */
function limitOf(
  ctx: Pick<Ctx, 'providers'>,
  recipe: Recipe,
  { runs, isLengthOpen }: { runs: readonly Chosen[]; isLengthOpen: boolean },
): OutputSize | null {
  const made = GIVEN_SIDES.map((side) =>
    runs
      .map((chosen) => sizeOfRun(ctx, recipe, chosen, side))
      .filter((one) => typeof one === 'object'),
  )
  const limits = made.map((sizes) => Math.max(...sizes.map(longerOf)))
  const [limit, beyond] = limits.slice(-2)
  if (!limit || limit !== beyond || made.some((sizes) => sizes.length < runs.length)) return null
  return { width: limit, height: limit, ...lengthOf(made.flat(), isLengthOpen), up_to: true }
}

function lengthOf(made: readonly Made[], isOpen: boolean): Pick<OutputSize, 'film' | 'seconds'> {
  const seconds = made[0]?.seconds ?? 0
  if (seconds === 0) return {}
  const isOne = made.every((one) => one.seconds === seconds)
  return { film: true, ...(isOne && !isOpen && { seconds }) }
}

interface Made {
  width: number
  height: number
  seconds: number
}

const longerOf = ({ width, height }: Made) => Math.max(width, height)

/**
 * The size of one run's file; undefined where the visitor's film decides, or where the provider
 * does not know.
 */
function sizeOfRun(
  ctx: Pick<Ctx, 'providers'>,
  recipe: Recipe,
  chosen: Chosen,
  givenSide?: number,
): Made | 'a picture decides' | undefined {
  const open = new Set<string>()
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const input = recipe.inputs.find((one) => one.key === name)
      return chosen[name] ?? String(input?.value ?? input?.options[0]?.value ?? '')
    },
    factsOf: (name) => {
      const isPicture = recipe.inputs.some(({ key, type }) => key === name && type === 'image')
      if (isPicture && givenSide) return { width: givenSide, height: givenSide, seconds: 0 }
      open.add(isPicture ? 'picture' : 'film')
      return undefined
    },
  })
  if (open.has('film')) return undefined
  return open.has('picture') ? 'a picture decides' : work.makes
}

/** The inputs that the params of any step refer to. */
function namesInParams(recipe: Recipe, counts: (param: string) => boolean): Set<string> {
  const params = recipe.steps.flatMap((step) => Object.entries(step.params))
  const texts = params.filter(([name]) => counts(name)).map(([, value]) => JSON.stringify(value))
  return new Set(texts.flatMap((text) => referencesIn(text)))
}
