import { z } from 'zod'
import { userInputs } from './creations.ts'
import { defineRoute, idParams } from './define-route.ts'
import { mediaView, timestamp } from './entities.ts'
import { JOB_STATUSES } from './jobs.ts'
import { BODY } from './request-limits.ts'
import { TESTS } from './test-limits.ts'

/** Tests cost and earn nothing, so their cents are the operator's cost. */
const cost = z.number().describe('Cents that the run costs the operator')
const seconds = z.number().nullable()

const testedStep = z.object({
  id: z.string(),
  function_type: z.string(),
  provider: z.string(),
  state: z.enum(['pending', 'running', 'waiting', 'done']),
  seconds,
  cost_cents: cost,
  reused: z.boolean().describe('The product of an earlier test, which nothing has changed since'),
  prompt: z.string().nullable().describe('As the provider gets it, references replaced'),
  media: mediaView.nullable(),
})
export type TestedStep = z.infer<typeof testedStep>

const testView = z.object({
  id: z.string(),
  workflow_id: z.string().nullable(),
  draft_id: z.string().nullable(),
  status: z.enum(JOB_STATUSES),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: timestamp,
  document_hash: z.string().describe('Of what a run depends on: inputs, steps and output'),
  /** The test has delivered. */
  passed: z.boolean(),
  seconds: seconds.describe('From the first step’s start to the end'),
  cost_cents: cost,
  user_inputs: userInputs,
  steps: z.array(testedStep),
  output_step_id: z.string(),
})
export type TestView = z.infer<typeof testView>

const listedTest = testView.omit({ steps: true, user_inputs: true }).extend({
  current: z.boolean().describe('The recipe is still as this test ran it'),
  /** The steps that ran to their end in this test; a step whose product was taken over has no time. */
  steps: z.array(
    testedStep
      .pick({ id: true, function_type: true, provider: true, cost_cents: true })
      .extend({ seconds: z.number() }),
  ),
})
export type ListedTest = z.infer<typeof listedTest>

const testBody = z.object({
  user_inputs: userInputs.default({}),
  reuse_from: z.uuid().optional().describe('A test whose unchanged products are taken over'),
  from_step: z
    .string()
    .max(64)
    .optional()
    .describe('This step and the steps that depend on it run again'),
})
export type TestWish = z.output<typeof testBody>

const startTest = {
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  body: testBody,
  bodyBytes: BODY.inputsBytes,
  answer: z.object({ job_id: z.string(), status: z.string(), generation_time: z.number() }),
  status: 202,
  errors: [
    'validation_failed',
    'invalid_recipe',
    'forbidden',
    'not_found',
    'content_refused',
    'provider_unavailable',
    'rate_limited',
    'overloaded',
    'idempotency_mismatch',
  ],
  rate: 'remixes',
  idempotent: true,
} as const

export const testWorkflow = defineRoute('testWorkflow', {
  summary: 'Test one’s own recipe: free, and no creation',
  ...startTest,
})

export const listWorkflowTests = defineRoute('listWorkflowTests', {
  summary: 'The last 20 tests of one’s own recipe, newest first',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  answer: z.object({ tests: z.array(listedTest).describe(`At most ${TESTS.listed}`) }),
  errors: ['forbidden', 'not_found'],
})

export const testDraft = defineRoute('testDraft', {
  summary: 'Test the text of one’s own draft: free, and no creation',
  ...startTest,
})

export const listDraftTests = defineRoute('listDraftTests', {
  summary: 'The last 20 tests of one’s own draft, newest first',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  answer: z.object({ tests: z.array(listedTest).describe(`At most ${TESTS.listed}`) }),
  errors: ['not_found'],
})

export const getTest = defineRoute('getTest', {
  summary: 'One’s own test, step by step',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  answer: testView,
  errors: ['not_found'],
})
