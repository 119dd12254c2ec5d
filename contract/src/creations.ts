import { z } from 'zod'
import { boundedArray, boundedRecord } from './bounded.ts'
import { codeText } from './codes.ts'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { cents, generationTime, license, measuredTime, mediaView, timestamp } from './entities.ts'
import { FACE_ANSWERS } from './face-words.ts'
import { jobView } from './jobs.ts'
import { NUMBER_LOOKS } from './number-looks.ts'
import { cursor, nextCursor } from './paging.ts'
import { RECIPE } from './recipe-limits.ts'
import { BODY } from './request-limits.ts'
import { waiver } from './withdrawals.ts'

const givenFile = z.object({ url: z.string().optional(), id: z.string().optional() })
export const inputValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  givenFile,
  boundedArray(z.union([z.string(), givenFile]), { max: RECIPE.inputFilesMax }),
])
export const userInputs = boundedRecord(z.string().max(64), inputValue, { max: RECIPE.maxInputs })
export type UserInputs = z.infer<typeof userInputs>

export const creationView = z.object({
  id: z.string(),
  workflow_id: z.string(),
  workflow_version: z.number().int(),
  workflow: z.object({
    id: z.string(),
    name: z.string(),
    creator_handle: z.string(),
    price: cents,
    license,
    steps: z.number().int(),
    inputs: z.number().int(),
    generation_time: generationTime,
    measured_time: measuredTime.optional(),
    /** False once the recipe is withdrawn. */
    available: z.boolean(),
    /** Whether a further run on the same inputs gives a different result. */
    varies: z.boolean(),
    /** What the recipe asks, in its order: the labels of `user_inputs` and of their options. */
    asks: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        /** Asks for words or a choice, and not for a file. */
        words: z.boolean(),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
        /** Of a number whose creator declared how it is asked for. */
        look: z.enum(NUMBER_LOOKS).optional(),
        min: z.number().nullable().optional(),
        max: z.number().nullable().optional(),
      }),
    ),
  }),
  /** What is shown is a proof: keeping it charges the price and opens the file; null for all else. */
  proof: z
    .object({
      expires_at: timestamp,
      /** How many proofs the payment allows, and how many of them are still to be drawn. */
      draws: z.number().int(),
      draws_left: z.number().int(),
      price: cents,
      /** The proofs that wait on the payment, this one among them; keeping one deletes the others. */
      beside: z.array(z.object({ id: z.string(), media: mediaView.nullable() })),
      /** Whether a further one is being drawn: until it is there, none is kept or declined. */
      drawing: z.boolean(),
      /** What the whole file measures; the proof is smaller. */
      whole: z
        .object({
          width: z.number().int(),
          height: z.number().int(),
          seconds: z.number().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  video: z.string().nullable(),
  image: z.string().nullable(),
  images: z.array(z.string()),
  media: mediaView.nullable(),
  file_count: z.number().int().optional().describe('Of a set: how many files it has'),
  further_files: z
    .array(mediaView)
    .optional()
    .describe(
      'Of a set: its files behind `media`, in their order; a list of creations leaves them out',
    ),
  /**
   * Strangers see text inputs; the owner, and strangers if the owner shares the files, see files
   * too.
   */
  user_inputs: z.record(z.string(), z.unknown()),
  created_at: timestamp,
  public: z.boolean(),
  share_inputs: z.boolean(),
  user_id: z.string(),
  author_handle: z.string(),
  is_owner: z.boolean(),
  made_from: z
    .object({ id: z.string(), author_handle: z.string(), is_owner: z.boolean() })
    .nullable()
    .describe(
      'The creation whose inputs its maker began with; null where there is none, or none that this caller may see',
    ),
  remixes: z.number().int().describe('How many public creations were made from this one'),
  /** Only the owner gets this link. */
  secret_link: z.string().nullable(),
  seed: z
    .number()
    .int()
    .optional()
    .describe('For the owner: the seed that the picture was drawn with; another one varies it'),
  left_out: z
    .array(z.string())
    .optional()
    .describe(
      'For the owner: words of the inputs that this server’s own drawing, as it is today, does not show',
    ),
})
export type CreationView = z.infer<typeof creationView>

export const creationItem = creationView
  .pick({
    id: true,
    workflow_id: true,
    video: true,
    image: true,
    images: true,
    media: true,
    file_count: true,
    created_at: true,
    public: true,
    author_handle: true,
  })
  .extend({
    proof_until: timestamp.optional().describe('Of a proof: until when its buyer decides about it'),
  })
export type CreationItem = z.infer<typeof creationItem>

export const namedCreation = creationItem.extend({ workflow_name: z.string() })

export const keyQuery = z.object({ key: z.string().max(100).optional() })

/** The longer side, in pixels, of the picture that a preview draws. */
export const PREVIEW_SIDE = 640

/** What the picture's chance is drawn from: the same drawing and inputs give the same picture. */
export const drawing = z.uuid().optional()

export const createCreation = defineRoute('createCreation', {
  summary: 'Run a recipe on the caller’s inputs',
  access: 'visitor',
  example: { user_inputs: { wish: 'a boat at night' }, async: true },
  scope: 'run',
  params: idParams,
  body: z.object({
    user_id: z.string().max(64).optional(),
    user_inputs: userInputs.default({}),
    async: z.boolean().default(true),
    public: z.boolean().default(false),
    made_from: z
      .uuid()
      .optional()
      .describe(
        'The creation of this recipe whose inputs the caller began with; kept where the caller may see it',
      ),
    drawing: drawing.describe('The drawing of a preview, whose picture this run makes again'),
    /**
     * The checkout session that pays for this run; if absent, the server finds the payment by buyer
     * and recipe.
     */
    session_id: z.string().max(200).optional(),
    code: codeText.optional().describe('A creator’s code for a free run of a priced recipe'),
    terms_version: z.string().max(40).optional(),
    waiver: waiver.optional(),
    face: z
      .enum(FACE_ANSWERS)
      .optional()
      .describe('Who is in the photos: the caller, others who agreed, or a public figure'),
  }),
  bodyBytes: BODY.inputsBytes,
  answer: z.union([
    z.object({ job_id: z.string(), status: z.string(), generation_time: z.number() }),
    creationView,
  ]),
  errors: [
    'validation_failed',
    'payment_required',
    'sign_in_required',
    'forbidden',
    'not_found',
    'conflict',
    'content_refused',
    'generation_failed',
    'provider_unavailable',
    'overloaded',
    'idempotency_mismatch',
  ],
  rate: 'remixes',
  idempotent: true,
})

export const drawPreview = defineRoute('drawPreview', {
  summary:
    'What a run would make of these inputs, small, where this server’s drawing program makes it',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z.object({ user_inputs: userInputs.default({}), drawing: z.uuid() }),
  bodyBytes: BODY.inputsBytes,
  answer: z.object({
    picture: z
      .string()
      .nullable()
      .describe(
        `Null where these inputs cannot be drawn; else a data: address of WebP, at most ${PREVIEW_SIDE} pixels long, with the proof’s mark where the recipe has a price. Its work counts against the caller’s free seconds, and it is kept nowhere.`,
      ),
  }),
  errors: [
    'validation_failed',
    'not_found',
    'conflict',
    'content_refused',
    'generation_failed',
    'provider_unavailable',
    'overloaded',
  ],
  rate: 'writes',
})

export const getWorkflowCreation = defineRoute('getWorkflowCreation', {
  summary: 'One creation of this recipe',
  access: 'anyone',
  scope: 'run',
  params: z.object({ id: z.uuid(), creationId: z.uuid() }),
  query: keyQuery,
  answer: creationView,
  errors: ['not_found'],
})

export const getCreation = defineRoute('getCreation', {
  summary: 'One creation, with its secret key where it is private',
  access: 'anyone',
  scope: 'run',
  params: idParams,
  query: keyQuery,
  answer: creationView,
  errors: ['not_found'],
})

export const downloadCreation = defineRoute('downloadCreation', {
  summary: 'The file itself, as an attachment; a large picture also as PDF, a set also as ZIP',
  access: 'anyone',
  content: ['image/*', 'video/*', 'audio/*', 'application/pdf', 'application/zip'],
  scope: 'run',
  params: idParams,
  query: keyQuery.extend({
    filename: z.string().max(200).optional(),
    format: z
      .enum(['pdf', 'zip'])
      .optional()
      .describe(
        'pdf: one page at 300 dpi, without a loss; of a picture with 2,048 px or more on its longer side. zip: all files of the creation',
      ),
    file: z.coerce
      .number()
      .int()
      .min(1)
      .max(RECIPE.maxFiles)
      .default(1)
      .describe('Of a set: which of its files, counted from 1'),
  }),
  errors: ['validation_failed', 'not_found', 'keep_first', 'overloaded'],
})

export const updateCreation = defineRoute('updateCreation', {
  summary: 'Make one’s own creation public or private, share its input files or not',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z
    .object({ public: z.boolean(), share_inputs: z.boolean() })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Say what to change: public or share_inputs'),
  answer: creationView,
  errors: ['not_found', 'content_refused', 'keep_first'],
  rate: 'writes',
})

export const deleteCreation = defineRoute('deleteCreation', {
  summary: 'Delete one’s own creation; it can be restored for a day',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: emptyAnswer,
  errors: ['not_found', 'payment_state'],
  rate: 'writes',
})

export const restoreCreation = defineRoute('restoreCreation', {
  summary: 'Undo a deletion',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: creationView,
  errors: ['not_found'],
  rate: 'writes',
})

export const createSecretLink = defineRoute('createSecretLink', {
  summary: 'A link by which anybody who has it may see a private creation',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: z.object({ url: z.string(), key: z.string() }),
  errors: ['not_found', 'keep_first'],
  rate: 'writes',
})

export const revokeSecretLink = defineRoute('revokeSecretLink', {
  summary: 'End the secret link',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: emptyAnswer,
  errors: ['not_found'],
  rate: 'writes',
})

export const listMyJobs = defineRoute('listMyJobs', {
  summary: 'The caller’s unfinished and recent jobs, to find a run again on any device',
  access: 'anyone',
  scope: 'run',
  query: z.object({ workflow_id: z.uuid().optional(), cursor }),
  answer: z.object({
    jobs: z.array(
      jobView.extend({
        workflow_id: z.string(),
        workflow_name: z.string(),
        user_inputs: userInputs,
      }),
    ),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

export const claimCreation = defineRoute('claimCreation', {
  summary: 'Take a visitor’s creation to the caller, by the link of a letter',
  access: 'visitor',
  body: z.object({ token: z.string().max(500) }),
  answer: z.object({ creation_id: z.string() }),
  errors: ['validation_failed', 'not_found'],
  rate: 'writes',
})
