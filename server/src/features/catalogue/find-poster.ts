import type { UserInputs } from '@vignette/contract/creations.ts'
import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import { isReference, nameIn, referencesIn } from '@vignette/contract/references.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../../schema/creations.ts'
import { principals } from '../../schema/identity.ts'
import { workflows } from '../../schema/workflows.ts'
import { seedOf } from '../creations/index.ts'
import { isOfHouse } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import {
  getRecipe,
  isListed,
  launchOf,
  offeredProof,
  type Recipe,
  unavailableReason,
  whyNotForSale,
} from '../workflows/index.ts'
import { readSeed } from './seeds/seeds.ts'

/** The recipe of the first catalogue that the page draws from. */
const POSTER = 'where-you-grew-up'
/** One drawing for everybody: the same words always give the same poster. */
const DRAWING = '0192f0d4-6d1e-7cc3-98c4-0d6e5f2a7b31'

/** The poster to try with its recipe; null where the catalogue has none, or this server cannot draw it. */
export async function findPoster(ctx: Ctx) {
  const [found] = await ctx.db
    .select({ row: workflows })
    .from(workflows)
    .innerJoin(principals, eq(principals.id, workflows.ownerId))
    // The page shows the recipe's prompt, and only the operator's own prompts are no secret.
    .where(and(isOfHouse, eq(workflows.name, readSeed(POSTER).name), isListed))
    .orderBy(desc(workflows.createdAt))
    .limit(1)
  if (!found) return null
  const { row } = found
  const recipe = await getRecipe(ctx, row.id, row.version)
  const drawn = posterToTry(recipe, await findSampleInputs(ctx, row.sampleMediaId))
  if (!drawn || unavailableReason(ctx, recipe.steps) || whyNotForSale(ctx, recipe, false))
    return null
  const samples = await viewMediaOf(ctx, [row.sampleMediaId])
  const poster: FrontPoster = {
    workflow_id: row.id,
    name: row.name,
    price: launchOf(ctx, row)?.price ?? row.price,
    proof: offeredProof(ctx, recipe) !== null,
    sample: samples.get(row.sampleMediaId ?? '') ?? null,
    ...drawn,
  }
  return { poster, recipe }
}

/** What the sample was made from, where everybody may see that. */
async function findSampleInputs(ctx: Ctx, mediaId: string | null): Promise<UserInputs> {
  if (mediaId === null) return {}
  const [made] = await ctx.db
    .select({ inputs: creations.inputs })
    .from(creations)
    .where(
      and(
        eq(creations.mediaId, mediaId),
        eq(creations.public, true),
        isNull(creations.hiddenAt),
        isNull(creations.deletedAt),
      ),
    )
  return made?.inputs ?? {}
}

/**
 * What a browser needs to draw a poster of one word and some choices; undefined for every other
 * recipe.
 */
function posterToTry(
  { inputs, steps }: Pick<Recipe, 'inputs' | 'steps'>,
  given: UserInputs,
): Pick<FrontPoster, 'field' | 'choices' | 'draw' | 'drawing'> | undefined {
  const [step, more] = steps
  if (!step?.prompt || more || step.provider !== 'local' || step.functionType !== 'text_to_image')
    return undefined
  const { style, text, aspect, size: _, caption, ...others } = step.params
  if (style !== 'poster' || typeof text !== 'string' || typeof aspect !== 'string') return undefined
  if (!isReference(text) || !/^\d+:\d+$/.test(aspect) || Object.keys(others).length > 0)
    return undefined
  const asked = referencesIn(step.prompt)
  const field = inputs.find(
    ({ key, step_type }) => key === nameIn(text) && step_type === 'text_input',
  )
  const choices = inputs.filter(({ key, options }) => asked.includes(key) && options.length > 0)
  const isAskedElse = inputs.some(
    (input) => input.required && input !== field && !choices.includes(input),
  )
  if (!field || isAskedElse || choices.length < new Set(asked).size) return undefined
  const shown = given[field.key]
  return {
    field: {
      key: field.key,
      title: field.display_name,
      max_length: field.max_length ?? TEXT_MAX,
      shown: typeof shown === 'string' ? shown : '',
    },
    choices: choices.map(({ key, display_name, value, options }) => ({
      key,
      title: display_name,
      value: String(
        options.find((option) => option.value === given[key])?.value ??
          value ??
          options[0]?.value ??
          '',
      ),
      options,
    })),
    draw: {
      prompt: step.prompt,
      aspect,
      ...(typeof caption === 'string' && { caption }),
      seed: seedOf(DRAWING, step.id),
    },
    drawing: DRAWING,
  }
}
