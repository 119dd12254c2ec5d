import { checkInput } from '@vignette/contract/check-input.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import type { OutputSize } from '@vignette/contract/output-size.ts'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { resolveUsableMedia } from '../media/index.ts'
import { fieldOf } from './assert-texts-allowed.ts'
import { estimateWork } from './estimate-work.ts'
import { factsOf, type MediaFacts } from './facts-of.ts'
import { outputSizeOf } from './output-size-of.ts'
import { getListedOrBought } from './queries.ts'
import type { Recipe } from './rules-recipe.ts'

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
    if (read.is !== 'file') continue
    const { reference } = read
    const file = { ...fieldOf(recipe, input.key), kind: 'image', reference } as const
    const facts = factsOf(await resolveUsableMedia(ctx, file))
    if (facts) found.set(input.key, facts)
  }
  return found
}
