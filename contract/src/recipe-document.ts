import { z } from 'zod'
import { boundedArray, boundedRecord } from './bounded.ts'
import { CATEGORIES, TAGS } from './categories.ts'
import { license } from './entities.ts'
import { WRITTEN_TYPES } from './input-types.ts'
import { NUMBER_LOOKS } from './number-looks.ts'
import { PROOF } from './proof-limits.ts'
import { RECIPE, TEXT_MAX } from './recipe-limits.ts'

// A recipe as its creator writes it.

const reference = z.string().max(300).describe('{{input key}} or {{step id}}')

const recipeOption = z.union([
  z.string().max(RECIPE.optionMax),
  z.object({ value: z.string().max(RECIPE.optionMax), label: z.string().max(RECIPE.optionMax) }),
])

const recipeInput = z.object({
  key: z.string().max(64).optional().describe('Identifier used in {{references}}'),
  type: z.string().max(40).describe(WRITTEN_TYPES.join(', ')),
  name: z.string().max(RECIPE.nameMax).optional(),
  display_name: z.string().max(RECIPE.nameMax).optional(),
  description: z.string().max(RECIPE.descriptionMax).optional(),
  value: z.union([z.string().max(RECIPE.promptMax), z.number(), z.null()]).optional(),
  required: z.boolean().optional(),
  image_size: z
    .string()
    .regex(/^\d{2,4}x\d{2,4}$/, 'must look like 1024x768')
    .nullish(),
  options: boundedArray(recipeOption, { max: RECIPE.optionsMax }).optional(),
  ideas: boundedArray(z.string().max(TEXT_MAX), { max: RECIPE.ideasMax })
    .optional()
    .describe('Texts that the buyer may tap to fill a typed input'),
  multiline: z.boolean().optional(),
  max_length: z.number().int().min(1).max(TEXT_MAX).optional(),
  pattern: z.string().max(200).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  max_files: z
    .number()
    .int()
    .min(1)
    .max(RECIPE.inputFilesMax)
    .optional()
    .describe('Of an image or video: how many files the buyer may give'),
  min_files: z.number().int().min(1).max(RECIPE.inputFilesMax).optional(),
  look: z
    .enum(NUMBER_LOOKS)
    .optional()
    .describe('How a number is asked for: a date as 20190614, or a slider from min to max'),
})
export type RecipeInput = z.infer<typeof recipeInput>

const recipeStep = z.object({
  id: z.string().max(64),
  function_type: z.string().max(64),
  provider: z.string().max(40),
  model: z.string().max(200).optional(),
  prompt: z.string().max(RECIPE.promptMax).optional(),
  first_image: reference.optional(),
  last_image: reference.optional(),
  videos: boundedArray(reference, { max: RECIPE.videosMax }).optional(),
  params: boundedRecord(z.string().max(64), z.unknown(), { max: RECIPE.maxParams }).optional(),
  count: z
    .number()
    .int()
    .min(1)
    .max(RECIPE.maxFiles)
    .optional()
    .describe('How many the step makes, each with a seed of its own; of a step that is an output'),
})
export type RecipeStep = z.infer<typeof recipeStep>

export const category = z.enum(CATEGORIES)

/** How a recipe is sold proof-first; absent or null, a sale is charged on delivery. */
export const proofOffer = z.object({
  draws: z
    .number()
    .int()
    .min(1)
    .max(PROOF.maxDraws)
    .describe('How many proofs a buyer may see on one authorisation'),
})
export type ProofOffer = z.infer<typeof proofOffer>

export const recipeDocument = z.object({
  schema: z.literal(1).optional().describe('Version of this document format'),
  name: z.string().trim().min(1, 'must not be empty').max(RECIPE.nameMax),
  description: z.string().trim().max(RECIPE.descriptionMax).optional(),
  category: category.nullish().describe('What the recipe is for; Discover can be narrowed to it'),
  tags: boundedArray(z.string().max(TAGS.longest), { max: TAGS.most })
    .optional()
    .describe('Words by which it is found; kept without capitals, accents and signs'),
  user_id: z
    .string()
    .max(64)
    .optional()
    .describe('Your own id; the caller is checked, and is meant where it is left out'),
  price: z.number().describe('Cents; 0 is free'),
  cost: z.number().describe('Cents; the ceiling of what one run may cost'),
  generation_time: z.number().describe('Milliseconds (below 1000: seconds)'),
  output_type: z.string().max(20).optional(),
  sample_creation_url: z.string().max(500).nullish(),
  license: license.optional(),
  proof: proofOffer.nullish().describe('The buyer sees a proof first, and pays by keeping it'),
  inputs: boundedArray(recipeInput, { max: RECIPE.maxInputs }).optional(),
  steps: boundedArray(recipeStep, { min: 1, max: RECIPE.maxSteps }),
  output: z.string().max(64).describe('Id of the step whose product is the creation'),
  outputs: boundedArray(z.string().max(64), { min: 1, max: RECIPE.maxFiles })
    .optional()
    .describe('Of a set: the ids of all steps whose products are the creation, `output` first'),
})
export type RecipeDocument = z.infer<typeof recipeDocument>

export const acceptsTerms = z
  .string()
  .max(40)
  .describe('The version of the creator terms that the caller accepts with this call')

/** A document as it is sent: its time may be left out where it was measured. */
export const sentDocument = recipeDocument.extend({
  generation_time: recipeDocument.shape.generation_time
    .optional()
    .describe(
      'Milliseconds (below 1000: seconds). Left out: as the creator’s tests of this recipe took, else as the live version says',
    ),
  accept_creator_terms: acceptsTerms.optional(),
})
export type SentDocument = z.infer<typeof sentDocument>
