import { z } from 'zod'
import { boundedArray, boundedRecord } from './bounded.ts'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { cents, license, mediaView, timestamp } from './entities.ts'
import { INPUT_TYPES, WRITTEN_TYPES } from './input-types.ts'
import { PAGE } from './limits.ts'
import { checkPage, cursor, limit, nextCursor } from './paging.ts'
import { PROOF } from './proof-limits.ts'
import { RECIPE, TEXT_MAX } from './recipe-limits.ts'
import { BODY } from './request-limits.ts'

const reference = z.string().max(300).describe('{{input key}} or {{step id}}')

export const recipeOption = z.union([
  z.string().max(RECIPE.optionMax),
  z.object({ value: z.string().max(RECIPE.optionMax), label: z.string().max(RECIPE.optionMax) }),
])

export const recipeInput = z.object({
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
})
export type RecipeInput = z.infer<typeof recipeInput>

export const recipeStep = z.object({
  id: z.string().max(64),
  function_type: z.string().max(64),
  provider: z.string().max(40),
  model: z.string().max(200).optional(),
  prompt: z.string().max(RECIPE.promptMax).optional(),
  first_image: reference.optional(),
  last_image: reference.optional(),
  videos: boundedArray(reference, { max: RECIPE.videosMax }).optional(),
  params: boundedRecord(z.string().max(64), z.unknown(), { max: RECIPE.maxParams }).optional(),
})
export type RecipeStep = z.infer<typeof recipeStep>

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
  user_id: z.string().max(64).describe('Your own id; the caller is checked'),
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
})
export type RecipeDocument = z.infer<typeof recipeDocument>

export const acceptsTerms = z
  .string()
  .max(20)
  .describe('The version of the creator terms that the caller accepts with this call')

/** A document as it is sent: its time may be left out where it was measured. */
const sentDocument = recipeDocument.extend({
  generation_time: recipeDocument.shape.generation_time
    .optional()
    .describe(
      'Milliseconds (below 1000: seconds). Left out: as the creator’s tests of this recipe took, else as the live version says',
    ),
  accept_creator_terms: acceptsTerms.optional(),
})
export type SentDocument = z.infer<typeof sentDocument>

/** Where the creator wants a recipe: in Discover and lists, or by its address alone. */
export const visibility = z.enum(['listed', 'unlisted'])
export type Visibility = z.infer<typeof visibility>

/** A paused recipe keeps its page, and starts no new run. */
export const chosenState = z.enum(['listed', 'unlisted', 'paused'])
export type ChosenState = z.infer<typeof chosenState>

/** Where a recipe stands, for its creator. */
export const workflowState = z.enum([...chosenState.options, 'taken_down', 'hidden'])
export type WorkflowState = z.infer<typeof workflowState>

/** An input for the wizard; the server has resolved its step type. */
export const workflowInput = z.object({
  key: z.string(),
  type: z.string(),
  step_type: z
    .string()
    .describe(`${Object.keys(INPUT_TYPES).join(', ')}, or an unsupported type as written`),
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  value: z.union([z.string(), z.number(), z.null()]),
  required: z.boolean(),
  image_size: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  ideas: z.array(z.string()).optional().describe('Absent where the creator gave none'),
  max_length: z.number().int().nullable(),
  pattern: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  numeric: z.boolean(),
})
export type WorkflowInput = z.infer<typeof workflowInput>

export const workflowView = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  user_id: z.string(),
  creator_handle: z.string(),
  price: cents,
  generation_time: z.number().int(),
  output_type: z.string(),
  license,
  sample_creation_url: z.string().nullable(),
  sample: mediaView.nullable(),
  /** The one picture that the sample was made from, where its maker shows the input files. */
  sample_before: mediaView.optional(),
  /** The public creation that is the sample, and the words it was made from; absent for uploads and tests. */
  sample_run: z
    .object({ creation_id: z.string(), inputs: z.record(z.string(), z.unknown()) })
    .optional(),
  created_at: timestamp,
  updated_at: timestamp,
  inputs: z.array(workflowInput),
  steps: z.array(z.object({ id: z.string(), function_type: z.string() })),
  output_step_id: z.string(),
  output: z.string(),
  /** What the file of every run measures, where that is known before; null else. */
  output_size: z
    .object({
      width: z.number().int(),
      height: z.number().int(),
      film: z.boolean().optional(),
      seconds: z.number().optional().describe('Of a film'),
      varies: z.boolean().optional().describe('An input decides the shape; the longer side stays'),
    })
    .nullable(),
  remix_count: z.number().int(),
  /** Why this server cannot run the recipe now (a provider without credentials), else null. */
  unavailable: z.string().nullable(),
  /** Why the recipe is listed but cannot be bought: its price is below the lowest price. */
  not_for_sale: z.string().optional(),
  /** The price includes the tax of the buyer’s country; shares are of what is left after it. */
  price_includes_tax: z.boolean().optional(),
  /** The buyer sees a proof first and is charged only for keeping it; null where delivery charges. */
  proof: proofOffer.nullable(),
  /** How many of its proofs were kept; null before enough were shown. */
  kept: z.object({ kept: z.number().int(), of: z.number().int() }).nullable(),
  /** Only the address leads to the recipe, so that its page asks search engines to stay out. */
  unlisted: z.boolean().optional(),
  is_owner: z.boolean(),
  /** For the creator: an admin hid the recipe, so other people do not see it. */
  hidden: z.boolean().optional(),
  /** For the creator: where the recipe stands. */
  state: workflowState.optional(),
  /** For everybody else: the recipe starts no new run now. */
  paused: z.boolean().optional(),
  /** The day the recipe enters Discover; its page and remixes work before that day. */
  discover_from: timestamp.optional(),
  /** For a buyer who has paid: the recipe is withdrawn, and other people can no longer start a run. */
  withdrawn: z.boolean().optional(),
})
export type WorkflowView = z.infer<typeof workflowView>

/** The fields that a catalogue card shows. */
export const workflowCard = workflowView.pick({
  id: true,
  name: true,
  description: true,
  user_id: true,
  creator_handle: true,
  price: true,
  generation_time: true,
  output_type: true,
  license: true,
  sample_creation_url: true,
  sample: true,
  created_at: true,
  remix_count: true,
  hidden: true,
  state: true,
  paused: true,
  discover_from: true,
})
export type WorkflowCard = z.infer<typeof workflowCard>

export const listWorkflows = defineRoute('listWorkflows', {
  summary: 'The catalogue, a page at a time',
  access: 'anyone',
  query: z
    .object({
      page: z.coerce.number().int().min(1).default(1),
      per_page: limit(PAGE.discover),
      cursor,
      sort_by: z.enum(['created_at', 'popular', 'price']).default('created_at'),
      sort_order: z
        .string()
        .transform((s) => s.toUpperCase())
        .pipe(z.enum(['ASC', 'DESC']))
        .default('DESC'),
      q: z.string().trim().max(200).optional(),
      output_type: z.enum(['image', 'video', 'mp4', 'webm', 'mov']).optional(),
      price: z.enum(['free', 'paid']).optional(),
      creator: z
        .string()
        .max(64)
        .optional()
        .describe('A handle or user_id; me for the caller’s own, hidden ones too'),
    })
    .superRefine(checkPage),
  answer: z.object({
    workflows: z.array(workflowCard),
    page: z.number().int().describe('As asked; 1 where a cursor was given'),
    per_page: z.number().int(),
    total: z.number().int(),
    has_more: z.boolean(),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

export const createWorkflow = defineRoute('createWorkflow', {
  summary: 'Publish a recipe',
  access: 'visitor',
  body: sentDocument,
  bodyBytes: BODY.documentBytes,
  bodyDepth: BODY.documentDepth,
  answer: workflowView,
  status: 201,
  errors: [
    'validation_failed',
    'invalid_recipe',
    'not_ready',
    'forbidden',
    'content_refused',
    'idempotency_mismatch',
    'payload_too_large',
    'quota_exceeded',
  ],
  rate: 'writes',
  idempotent: true,
})

export const getWorkflow = defineRoute('getWorkflow', {
  summary: 'One recipe as the public sees it',
  access: 'anyone',
  params: idParams,
  answer: workflowView,
  errors: ['not_found'],
})

export const updateWorkflow = defineRoute('updateWorkflow', {
  summary: 'Publish a new version of one’s own recipe',
  access: 'visitor',
  params: idParams,
  body: sentDocument,
  bodyBytes: BODY.documentBytes,
  bodyDepth: BODY.documentDepth,
  answer: workflowView,
  errors: [
    'not_found',
    'validation_failed',
    'invalid_recipe',
    'not_ready',
    'forbidden',
    'content_refused',
    'payload_too_large',
    'quota_exceeded',
  ],
  rate: 'writes',
})

export const deleteWorkflow = defineRoute('deleteWorkflow', {
  summary: 'Take one’s own recipe off the market',
  access: 'visitor',
  params: idParams,
  answer: emptyAnswer,
  errors: ['not_found', 'forbidden'],
  rate: 'writes',
})

export const getWorkflowSource = defineRoute('getWorkflowSource', {
  summary: 'The whole document, for its creator',
  access: 'visitor',
  params: idParams,
  query: z.object({ version: z.coerce.number().int().min(1).max(1e6).optional() }),
  answer: recipeDocument,
  errors: ['not_found', 'validation_failed'],
})
