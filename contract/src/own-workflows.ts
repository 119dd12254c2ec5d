import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import {
  cents,
  generationTime,
  license,
  measuredTime,
  mediaView,
  oneLine,
  timestamp,
} from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { acceptsTerms, recipeDocument } from './recipe-document.ts'
import { OBJECTION_MAX, VERSION_NOTE_MAX } from './recipe-limits.ts'
import { chosenState, workflowCard, workflowState, workflowView } from './workflows.ts'

/** Whole percent of the runs that ended by themselves; null without one. */
const percent = z.number().int().min(0).max(100).nullable()
const count = z.number().int()

export const versionNote = oneLine(VERSION_NOTE_MAX)

const ownWorkflowRow = workflowCard.extend({
  state: workflowState,
  version: count,
  runs_30d: count.describe('Without tests'),
  live_runs_30d: count.describe('Those of the live version'),
  delivered_30d_percent: percent.describe('Of the live version’s runs'),
  earned_30d: cents.describe('The creator’s share of the last 30 days, after refunds'),
  runs_by_day: z.array(count).describe('The last seven days (UTC), oldest first'),
  /** Set for a hidden recipe. */
  hidden_reason: z.string().optional(),
  hidden_words: z.string().optional().describe('The reason in words'),
  hidden_at: timestamp.optional(),
  /** The objection that waits for an admin. */
  objected_at: timestamp.optional(),
  /** The number of the claim that hides it; its owner objects on the claim's page. */
  claim: z.string().optional(),
  /** For a recipe that was taken down. */
  restorable_until: timestamp.optional(),
  draft_id: z.string().optional(),
  /** Why this server cannot run the recipe now. */
  unavailable: z.string().optional(),
})
export type OwnWorkflowRow = z.infer<typeof ownWorkflowRow>

export const listOwnWorkflows = defineRoute('listOwnWorkflows', {
  summary: 'The caller’s recipes with their numbers, newest first; taken-down ones for 30 days',
  access: 'visitor',
  scope: 'workflows:read',
  query: z.object({ state: workflowState.optional(), limit: limit(PAGE.creations), cursor }),
  answer: z.object({ workflows: z.array(ownWorkflowRow), next_cursor: nextCursor }),
  errors: ['validation_failed'],
})

export const setWorkflowState = defineRoute('setWorkflowState', {
  summary: 'List, unlist or pause one’s own recipe',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  body: z.object({ state: chosenState }),
  answer: workflowView,
  errors: ['not_found', 'forbidden', 'validation_failed', 'invalid_recipe'],
  rate: 'writes',
})

export const setLaunchPrice = defineRoute('setLaunchPrice', {
  summary: 'Sell one’s own recipe for less until a day; another launch price ends',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  body: z.object({ price: cents, until: z.iso.date().describe('The last day (UTC)') }),
  answer: workflowView,
  errors: ['not_found', 'forbidden', 'validation_failed'],
  rate: 'writes',
})

export const endLaunchPrice = defineRoute('endLaunchPrice', {
  summary: 'Sell one’s own recipe at its full price again',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  answer: workflowView,
  errors: ['not_found', 'forbidden'],
  rate: 'writes',
})

export const restoreWorkflow = defineRoute('restoreWorkflow', {
  summary: 'Bring back one’s own recipe within 30 days after it was taken down',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  answer: workflowView,
  errors: ['not_found', 'forbidden'],
  rate: 'writes',
})

export const objectToHiding = defineRoute('objectToHiding', {
  summary: 'Ask the admins to look again at one’s own hidden recipe',
  access: 'visitor',
  params: idParams,
  body: z.object({ text: z.string().trim().min(1).max(OBJECTION_MAX) }),
  answer: emptyAnswer,
  status: 201,
  errors: ['not_found', 'forbidden', 'conflict', 'validation_failed'],
  rate: 'reports',
  idempotent: true,
})

export const workflowVersion = z.object({
  version: count,
  created_at: timestamp,
  note: z.string().nullable(),
  creator_terms: z
    .string()
    .nullable()
    .describe('The version of the creator terms that was accepted by then'),
  price: cents,
  license,
  runs: count.describe('Without tests'),
  delivered_percent: percent,
  refunded_percent: percent.describe('Sales with a refund; null without a sale'),
  earned: cents,
  live: z.boolean(),
  generation_time: generationTime,
  measured_time: measuredTime.optional(),
  /** The workflow’s sample, where this version made it. */
  sample: mediaView.optional(),
})
export type WorkflowVersion = z.infer<typeof workflowVersion>

export const listVersions = defineRoute('listVersions', {
  summary: 'The versions of one’s own recipe with their numbers, newest first',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({ versions: z.array(workflowVersion), next_cursor: nextCursor }),
  errors: ['not_found', 'forbidden', 'validation_failed'],
})

const versionParams = z.object({ id: z.uuid(), version: z.coerce.number().int().min(1).max(1e6) })

export const getVersionSource = defineRoute('getVersionSource', {
  summary: 'The document of one version of one’s own recipe',
  access: 'visitor',
  scope: 'workflows:read',
  params: versionParams,
  answer: recipeDocument,
  errors: ['not_found', 'forbidden', 'validation_failed'],
})

export const publishVersionAgain = defineRoute('publishVersionAgain', {
  summary: 'Publish the text of an earlier version as the newest version',
  access: 'visitor',
  scope: 'workflows:write',
  params: versionParams,
  body: z.object({
    note: versionNote.optional(),
    accept_creator_terms: acceptsTerms.optional(),
    measured_time: z
      .boolean()
      .default(false)
      .describe('Only for the live version: the new version declares its measured_time'),
  }),
  answer: workflowView,
  status: 201,
  errors: [
    'not_found',
    'conflict',
    'version_changed',
    'not_ready',
    'validation_failed',
    'invalid_recipe',
    'forbidden',
    'content_refused',
    'payload_too_large',
    'quota_exceeded',
    'idempotency_mismatch',
  ],
  rate: 'writes',
  idempotent: true,
})

const RUN_OUTCOMES = ['delivered', 'failed', 'cancelled', 'refused', 'running'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

const RUN_SOURCES = ['site', 'api', 'check'] as const
export type RunSource = (typeof RUN_SOURCES)[number]

/** A run as the recipe’s creator sees it: neither buyer nor a buyer’s words and files, nor a private picture. */
const workflowRun = z.object({
  id: z.string(),
  created_at: timestamp,
  version: count.nullable().describe('Null for a test of a draft'),
  kind: z.enum(['remix', 'test']),
  outcome: z.enum(RUN_OUTCOMES),
  step: z.string().nullable().describe('Where the run ended without a creation, or works now'),
  message: z.string().nullable().describe('Of a failed run, in the provider’s own words'),
  chosen: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('Of a failed run, the options that it took, by their labels'),
  seconds: z.number().nullable().describe('From the start of work to the end'),
  paid: cents.describe('What the buyer was charged'),
  taken: cents.describe('What a free run by a code took from the creator’s balance'),
  source: z
    .enum(RUN_SOURCES)
    .nullable()
    .describe(
      'What asked for the run: the site, an access token of the API, or this server trying whether a failing recipe works again; null before 0.2',
    ),
  proof: z
    .object({ decide_by: timestamp, let_go: z.boolean() })
    .nullable()
    .describe(
      'Of a proof that its buyer has not kept: until when the buyer decides, or has let it go',
    ),
  creation: z.object({ id: z.string(), thumbnail: mediaView }).optional(),
})
export type WorkflowRun = z.infer<typeof workflowRun>

export const listWorkflowRuns = defineRoute('listWorkflowRuns', {
  summary: 'The runs of one’s own recipe, newest first',
  access: 'visitor',
  scope: 'sales:read',
  params: idParams,
  query: z.object({
    outcome: z.enum(RUN_OUTCOMES).optional(),
    version: z.coerce.number().int().min(1).max(1e6).optional(),
    kind: z.enum(['remix', 'test']).optional(),
    limit: limit(PAGE.creations),
    cursor,
  }),
  answer: z.object({ runs: z.array(workflowRun), next_cursor: nextCursor }),
  errors: ['not_found', 'forbidden', 'validation_failed'],
})

const runFailure = z.object({
  step: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  count,
  percent: z.number().int().min(0).max(100).describe('Of all runs that ended by themselves'),
  chosen: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('The options that each of several such runs took, by their labels'),
})
export type RunFailure = z.infer<typeof runFailure>

export const listWorkflowFailures = defineRoute('listWorkflowFailures', {
  summary: 'Why runs of one’s own recipe failed in the last 30 days, grouped by step and reason',
  access: 'visitor',
  scope: 'sales:read',
  params: idParams,
  answer: z.object({
    total_runs: count.describe('Runs that delivered or failed, without tests'),
    failures: z.array(runFailure).describe('At most 50, the most frequent first'),
  }),
  errors: ['not_found', 'forbidden'],
})
