import { INPUT_TYPES, isInputType } from '@vignette/contract/input-types.ts'
import type { RecipeDocument, RecipeInput } from '@vignette/contract/recipe-document.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { ownIdOf } from '../identity/index.ts'
import type { Recipe } from './rules-recipe.ts'
import { getOwn, getVersion } from './workflow.ts'
import { getOwned } from './workflow-state.ts'

/** The whole document in the form in which it can be published; of the newest version where none is named. */
export async function getWorkflowSource(
  ctx: Ctx,
  id: string,
  number?: number,
): Promise<RecipeDocument> {
  const { row, version } = await getOwn(ctx, id)
  if (number === undefined) return documentOf(version.recipe, ownIdOf(ctx) ?? row.ownerId)
  if (number <= row.version) return getVersionSource(ctx, id, number)
  const message = `version must be one of 1 to ${row.version}`
  throw new AppError('validation_failed', `${message}.`, {
    details: [{ path: 'version', message }],
  })
}

/** The document of one version in the form in which it can be published. */
export async function getVersionSource(
  ctx: Ctx,
  id: string,
  number: number,
): Promise<RecipeDocument> {
  const { row } = await getOwned(ctx, id)
  const { version } = await getVersion(ctx, id, number)
  return documentOf(version.recipe, ownIdOf(ctx) ?? row.ownerId)
}

/** Rebuilds a workflow's document: publishing the result makes the same workflow. */
export function documentOf(recipe: Recipe, ownerId: string): RecipeDocument {
  const reference = (name: string) => `{{${name}}}`
  return {
    schema: 1,
    name: recipe.name,
    description: recipe.description,
    ...(recipe.category ? { category: recipe.category } : {}),
    ...(recipe.tags ? { tags: recipe.tags } : {}),
    user_id: ownerId,
    price: recipe.price,
    cost: recipe.cost,
    generation_time: recipe.generationTime,
    output_type: recipe.outputType,
    license: recipe.license,
    ...(recipe.proof ? { proof: recipe.proof } : {}),
    sample_creation_url: recipe.sampleCreationUrl,
    inputs: recipe.inputs.map(documentOfInput),
    steps: recipe.steps.map((step) => ({
      id: step.id,
      function_type: step.functionType,
      provider: step.provider,
      ...(step.model ? { model: step.model } : {}),
      ...(step.prompt ? { prompt: step.prompt } : {}),
      ...(step.firstImage ? { first_image: reference(step.firstImage) } : {}),
      ...(step.lastImage ? { last_image: reference(step.lastImage) } : {}),
      ...(step.videos.length > 0 ? { videos: step.videos.map(reference) } : {}),
      params: step.params,
      ...(step.count ? { count: step.count } : {}),
    })),
    output: recipe.output,
    ...(recipe.outputs ? { outputs: recipe.outputs } : {}),
  }
}

function documentOfInput(input: WorkflowInput): RecipeInput {
  // The default limit is left out: on a `text` input it would ask for a textarea.
  const textual = isInputType(input.step_type) && INPUT_TYPES[input.step_type].isTyped
  const maxLength = textual && input.max_length === TEXT_MAX ? null : input.max_length
  return {
    key: input.key,
    type: input.type,
    name: input.name,
    display_name: input.display_name,
    description: input.description,
    value: input.value,
    required: input.required,
    ...(input.type === 'text' && input.step_type === 'textarea' ? { multiline: true } : {}),
    ...(input.image_size ? { image_size: input.image_size } : {}),
    ...(input.options.length > 0 ? { options: input.options } : {}),
    ...(input.ideas ? { ideas: input.ideas } : {}),
    ...(maxLength === null ? {} : { max_length: maxLength }),
    ...(input.pattern === null ? {} : { pattern: input.pattern }),
    ...(input.min === null ? {} : { min: input.min }),
    ...(input.max === null ? {} : { max: input.max }),
    ...(input.max_files ? { max_files: input.max_files } : {}),
    ...(input.min_files ? { min_files: input.min_files } : {}),
    ...(input.look ? { look: input.look } : {}),
  }
}
