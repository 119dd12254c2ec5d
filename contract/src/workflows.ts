import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { cents, generationTime, license, measuredTime, mediaView, timestamp } from './entities.ts'
import { INPUT_TYPES } from './input-types.ts'
import { NUMBER_LOOKS } from './number-looks.ts'
import { category, proofOffer, recipeDocument, sentDocument } from './recipe-document.ts'
import { BODY } from './request-limits.ts'

/** Where the creator wants a recipe: in Discover and lists, or by its address alone. */
export const visibility = z.enum(['listed', 'unlisted'])
export type Visibility = z.infer<typeof visibility>

/** A paused recipe keeps its page, and starts no new run. */
export const chosenState = z.enum(['listed', 'unlisted', 'paused'])
export type ChosenState = z.infer<typeof chosenState>

/** Where a recipe stands, for its creator. */
export const workflowState = z.enum([...chosenState.options, 'taken_down', 'hidden'])
export type WorkflowState = z.infer<typeof workflowState>

/** A lower price that holds until a day. */
export const launch = z.object({
  price: cents,
  until: z.iso.date().describe('The last day (UTC) on which it holds'),
  lowest_30d: cents.describe('The lowest price of the 30 days before it began'),
  words: z.string().describe('All of this in words'),
})
export type Launch = z.infer<typeof launch>

/** The newest runs that a recipe is told by, and how many of them must have ended. */
export const LAST_RUNS = { most: 50, shownFrom: 10 } as const

const seconds = z.number().int().nullable()
export const lastRuns = z
  .object({
    delivered: z.number().int(),
    of: z.number().int(),
    p50: seconds.describe('Seconds within which half of the deliveries came; null without one'),
    p95: seconds.describe('Seconds within which 95 of 100 deliveries came; null without one'),
    words: z.string().describe('All of this in words'),
  })
  .describe(
    `The last ${LAST_RUNS.most} runs of this version that ended by themselves, without tests, refused inputs, and runs of the creator and of the house`,
  )
export type LastRuns = z.infer<typeof lastRuns>

/** An input for the wizard; the server has resolved its step type. */
const workflowInput = z.object({
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
  max_files: z
    .number()
    .int()
    .optional()
    .describe('Of an input that takes several files: at most so many, given as a list'),
  min_files: z.number().int().optional(),
  look: z.enum(NUMBER_LOOKS).optional().describe('Absent where the creator declared none'),
})
export type WorkflowInput = z.infer<typeof workflowInput>

export const outputSize = z.object({
  width: z.number().int(),
  height: z.number().int(),
  film: z.boolean().optional(),
  seconds: z.number().optional().describe('Of a film'),
  varies: z.boolean().optional().describe('An input decides the shape; the longer side stays'),
  up_to: z
    .boolean()
    .optional()
    .describe('The picture that is given decides the file, whose sides are at most these'),
})

export const workflowView = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  user_id: z.string().describe('For the creator: the id by which this browser is known'),
  creator_handle: z.string(),
  address: z.string().describe('The path that its page, the site map and shared links name'),
  price: cents,
  /** For the creator: what one run may cost. */
  cost: cents.optional(),
  /** What a run costs now, where its creator sells it for less than `price` for a while. */
  launch: launch.optional(),
  generation_time: generationTime,
  measured_time: measuredTime.optional(),
  output_type: z.string(),
  category: category.nullable(),
  tags: z.array(z.string()),
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
  /**
   * The size of the file that every run makes, or its maximum; null where the size is not known
   * before the run.
   */
  output_size: outputSize.nullable(),
  files: z.number().int().optional().describe('Of a set: how many files a remix makes'),
  remix_count: z.number().int(),
  /** Why this server cannot run the recipe now (a provider without credentials), else null. */
  unavailable: z.string().nullable(),
  /** Why the recipe is listed but cannot be bought: its price is below the lowest price. */
  own_server: z
    .literal(true)
    .optional()
    .describe('It runs on a server of its creator, which gets what is entered'),
  not_for_sale: z.string().optional(),
  /** This server draws a preview of a visitor’s own answers. */
  preview: z.boolean().optional(),
  /** The price includes the tax of the buyer’s country; shares are of what is left after it. */
  price_includes_tax: z.boolean().optional(),
  /** The buyer sees a proof first and is charged only for keeping it; null where delivery charges. */
  proof: proofOffer.nullable(),
  /** How many of its proofs were kept; null before enough were shown. */
  kept: z.object({ kept: z.number().int(), of: z.number().int() }).nullable(),
  /** Null while fewer than ten runs of this version have ended. */
  last_runs: lastRuns.nullable(),
  /** In words that nothing of this very recipe has delivered yet, neither a run nor a test; absent afterwards. */
  untested: z.string().optional(),
  /** Only the address leads to the recipe, so that its page asks search engines to stay out. */
  unlisted: z.boolean().optional(),
  is_owner: z.boolean(),
  /** What was left out when the recipe was published, in words. */
  notes: z.array(z.string()).optional(),
  /** For the creator: an admin hid the recipe, so other people do not see it. */
  hidden: z.boolean().optional(),
  /** For the creator: where the recipe stands. */
  state: workflowState.optional(),
  /** For readers other than the creator: the recipe starts no new run now; `not_for_sale` says why. */
  paused: z.boolean().optional(),
  /** The recipe's last runs failed: no new run starts until a run or a test delivers. */
  failing: z.boolean().optional(),
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
  address: true,
  price: true,
  launch: true,
  generation_time: true,
  measured_time: true,
  output_type: true,
  license: true,
  sample_creation_url: true,
  sample: true,
  created_at: true,
  remix_count: true,
  kept: true,
  last_runs: true,
  untested: true,
  sample_before: true,
  hidden: true,
  state: true,
  paused: true,
  failing: true,
  discover_from: true,
})
export type WorkflowCard = z.infer<typeof workflowCard>

export const createWorkflow = defineRoute('createWorkflow', {
  summary: 'Publish a recipe',
  access: 'visitor',
  scope: 'workflows:write',
  body: sentDocument,
  example: {
    name: 'A wish at night',
    description: 'A scene of your words, after dark',
    price: 0,
    cost: 0,
    generation_time: 4,
    inputs: [{ key: 'wish', type: 'text', display_name: 'What to draw', max_length: 100 }],
    steps: [
      {
        id: 'draw',
        provider: 'local',
        function_type: 'text_to_image',
        prompt: '{{wish}} at night',
      },
    ],
    output: 'draw',
  },
  bodyBytes: BODY.documentBytes,
  guestBodyBytes: BODY.guestDocumentBytes,
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
  scope: 'workflows:read',
  params: idParams,
  answer: workflowView,
  errors: ['not_found'],
})

export const findWorkflowAt = defineRoute('findWorkflowAt', {
  summary: 'The recipe at a readable address, also at an earlier one',
  access: 'anyone',
  scope: 'workflows:read',
  params: z.object({ handle: z.string().max(64), name: z.string().max(240) }),
  answer: workflowView.pick({ id: true, address: true }),
  errors: ['not_found'],
})

export const updateWorkflow = defineRoute('updateWorkflow', {
  summary: 'Publish a new version of one’s own recipe',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  body: sentDocument,
  bodyBytes: BODY.documentBytes,
  guestBodyBytes: BODY.guestDocumentBytes,
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
  scope: 'workflows:write',
  params: idParams,
  answer: emptyAnswer,
  errors: ['not_found', 'forbidden'],
  rate: 'writes',
})

export const getWorkflowSource = defineRoute('getWorkflowSource', {
  summary: 'The whole document, for its creator',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  query: z.object({ version: z.coerce.number().int().min(1).max(1e6).optional() }),
  answer: recipeDocument,
  errors: ['not_found', 'validation_failed'],
})
