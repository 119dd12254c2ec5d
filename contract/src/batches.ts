import { z } from 'zod'
import { BATCH } from './batch-limits.ts'
import { boundedArray } from './bounded.ts'
import { userInputs } from './creations.ts'
import { defineRoute, idParams } from './define-route.ts'
import { cents, mediaView, timestamp } from './entities.ts'
import { JOB_STATUSES } from './jobs.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { PAYMENT_STATES } from './payments.ts'
import { BODY } from './request-limits.ts'
import { waiver } from './withdrawals.ts'

const batchHead = z.object({
  id: z.string(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  public: z.boolean(),
  rows: z.number().int(),
  delivered: z.number().int(),
  /** Rows that failed or were cancelled. */
  ended_without: z.number().int(),
  created_at: timestamp,
  /** Null while a row has not ended. */
  finished_at: timestamp.nullable(),
})

const batchView = batchHead.omit({ rows: true }).extend({
  /** Rows that have not ended by then are cancelled. */
  ends_by: timestamp,
  /** The one authorisation; null for a free batch. */
  payment: z
    .object({
      id: z.string(),
      state: z.enum(PAYMENT_STATES),
      amount: cents,
      currency: z.string(),
      /** What becomes of the money, in words. */
      next: z.string(),
    })
    .nullable(),
  rows: z
    .array(
      z.object({
        row: z.number().int().describe('Counted from 1, in the order of the call'),
        job_id: z.string(),
        status: z.enum(JOB_STATUSES),
        user_inputs: z.record(z.string(), z.unknown()),
        creation_id: z
          .string()
          .nullable()
          .describe('Once it is delivered, and as long as it is not deleted'),
        media: mediaView.nullable(),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    )
    .max(BATCH.rows),
})
export type BatchView = z.infer<typeof batchView>
export type BatchRow = BatchView['rows'][number]

export const startBatch = defineRoute('startBatch', {
  summary: 'Run a recipe on many rows of inputs, each its own creation',
  access: 'user',
  example: { rows: [{ wish: 'a boat at night' }, { wish: 'a boat at noon' }] },
  scope: 'run',
  params: idParams,
  body: z.object({
    rows: boundedArray(userInputs, { min: 1, max: BATCH.rows }).describe(
      'The inputs of each run. Where one is at fault nothing is made: `details` names each faulty row',
    ),
    public: z.boolean().default(false).describe('Whether each creation is public'),
    terms_version: z.string().max(40).optional(),
    waiver: waiver.optional(),
  }),
  bodyBytes: BODY.batchBytes,
  guestBodyBytes: BODY.inputsBytes,
  answer: z.object({ id: z.string(), rows: z.number().int() }),
  status: 202,
  errors: [
    'validation_failed',
    'payment_required',
    'payment_state',
    'unauthenticated',
    'forbidden',
    'not_found',
    'conflict',
    'content_refused',
    'rate_limited',
    'gateway_failed',
    'provider_unavailable',
    'overloaded',
    'payload_too_large',
    'idempotency_mismatch',
  ],
  rate: 'remixes',
  idempotent: true,
})

export const listBatches = defineRoute('listBatches', {
  summary: 'One’s own batches, newest first',
  access: 'user',
  scope: 'run',
  query: z.object({ limit: limit(20), cursor, workflow_id: z.uuid().optional() }),
  answer: z.object({ items: z.array(batchHead), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated'],
})
export type BatchHead = z.infer<typeof batchHead>

export const getBatch = defineRoute('getBatch', {
  summary: 'One’s own batch, row by row',
  access: 'user',
  scope: 'run',
  params: idParams,
  answer: batchView,
  errors: ['unauthenticated', 'not_found'],
})

export const cancelBatch = defineRoute('cancelBatch', {
  summary: 'Cancel the rows that have not ended; what was delivered stays, and is charged',
  access: 'user',
  scope: 'run',
  params: idParams,
  answer: batchView,
  errors: ['unauthenticated', 'not_found', 'job_finished'],
  rate: 'writes',
})

export const downloadBatch = defineRoute('downloadBatch', {
  summary: 'What was delivered, named by row, and table.csv, as ZIP',
  access: 'user',
  content: ['application/zip'],
  scope: 'run',
  params: idParams,
  errors: ['unauthenticated', 'not_found'],
})
