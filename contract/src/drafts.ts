import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { DRAFTS } from './draft-words.ts'
import { timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { versionNote } from './own-workflows.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { acceptsTerms } from './recipe-document.ts'
import { BODY } from './request-limits.ts'
import { visibility, workflowView } from './workflows.ts'

const draftView = z.object({
  id: z.string(),
  workflow_id: z
    .string()
    .nullable()
    .describe('The recipe that gets a new version; null for a new one'),
  base_version: z.number().int().nullable().describe('The version that the draft began from'),
  name: z.string().describe('As in the text when it was last readable; may be empty'),
  text: z.string(),
  revision: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type DraftView = z.infer<typeof draftView>

const listedDraft = draftView.omit({ text: true })
export type ListedDraft = z.infer<typeof listedDraft>

const text = z.string().max(DRAFTS.textBytes).describe('A recipe’s document, readable or not')
const revision = z.number().int().min(1).describe('The one that the caller has read')
/** The text escaped as a JSON string. */
const bounds = {
  bodyBytes: 2 * BODY.documentBytes,
  guestBodyBytes: 2 * DRAFTS.visitor.textBytes,
} as const

export const createDraft = defineRoute('createDraft', {
  summary: 'Begin a draft; for a recipe that has one already, its draft as it stands',
  access: 'visitor',
  scope: 'workflows:write',
  body: z.object({ text, workflow_id: z.uuid().optional() }),
  ...bounds,
  answer: draftView,
  status: 201,
  errors: [
    'validation_failed',
    'forbidden',
    'not_found',
    'payload_too_large',
    'quota_exceeded',
    'idempotency_mismatch',
  ],
  rate: 'writes',
  idempotent: true,
})

export const listDrafts = defineRoute('listDrafts', {
  summary: 'One’s own drafts without their texts, last changed first',
  access: 'visitor',
  scope: 'workflows:read',
  query: z.object({
    workflow_id: z.uuid().optional().describe('Only the draft of this recipe'),
    limit: limit(PAGE.creations),
    cursor,
  }),
  answer: z.object({ drafts: z.array(listedDraft), next_cursor: nextCursor }),
  errors: ['validation_failed'],
})

export const getDraft = defineRoute('getDraft', {
  summary: 'One’s own draft',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  answer: draftView,
  errors: ['not_found'],
})

export const updateDraft = defineRoute('updateDraft', {
  summary: 'Save a draft’s text over the revision that one has read',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  body: z.object({ text, revision }),
  ...bounds,
  answer: draftView,
  errors: [
    'validation_failed',
    'not_found',
    'draft_changed',
    'payload_too_large',
    'quota_exceeded',
  ],
  rate: 'writes',
})

export const deleteDraft = defineRoute('deleteDraft', {
  summary: 'Delete one’s own draft',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  answer: emptyAnswer,
  errors: ['not_found'],
  rate: 'writes',
})

export const publishDraft = defineRoute('publishDraft', {
  summary:
    'Publish a draft as a new recipe or a new version, once a test of its inputs, steps and output has passed; name, texts, price and time may differ from the test’s, since no run depends on them. The draft goes',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  body: z.object({
    revision,
    note: versionNote.optional(),
    visibility,
    over: z
      .number()
      .int()
      .min(1)
      .max(1e6)
      .optional()
      .describe('The live version that the caller has seen, where it is not the base_version'),
    accept_creator_terms: acceptsTerms.optional(),
  }),
  answer: workflowView,
  errors: [
    'validation_failed',
    'invalid_recipe',
    'forbidden',
    'not_found',
    'draft_changed',
    'version_changed',
    'not_ready',
    'content_refused',
    'payload_too_large',
    'quota_exceeded',
    'rate_limited',
  ],
  rate: 'writes',
  idempotent: true,
})
export type Publishing = z.output<typeof publishDraft.body>
