import { z } from 'zod'
import { boundedRecord } from './bounded.ts'
import { defineRoute } from './define-route.ts'
import { cents } from './entities.ts'
import { BODY } from './request-limits.ts'

const fault = z.object({
  path: z.string().describe('As steps[2].first_image; empty for the whole document'),
  message: z.string().describe('Does not repeat the path'),
})

export const workflowCheck = z.object({
  faults: z.array(fault),
  /** The estimate of each step; empty while faults leave a step unknown. */
  steps: z.array(z.object({ id: z.string(), provider: z.string(), cents })),
  /** The estimate of one run. */
  cost_cents: cents,
  lowest_price: cents.nullable().describe('Null where no price covers the cost'),
  price: z
    .object({
      buyer_pays: cents,
      creator_keeps: cents,
      card_fee: cents,
      rendering: cents,
      platform_keeps: cents,
    })
    .nullable()
    .describe('Who gets what of one sale; null for a free recipe'),
  missing: z.array(z.object({ provider: z.string(), message: z.string() })),
  refused: z.array(fault).describe('Texts with words that are not allowed here'),
  creator_terms_accepted: z
    .boolean()
    .describe('The caller has accepted the creator terms that are in force'),
})
export type WorkflowCheck = z.infer<typeof workflowCheck>

export const checkWorkflow = defineRoute('checkWorkflow', {
  summary: 'What publishing this document would be refused for, and what a run costs',
  access: 'visitor',
  scope: 'workflows:read',
  body: boundedRecord(z.string().max(200), z.unknown(), { max: 100 }).describe(
    'A recipe’s document, finished or not; user_id, cost and generation_time may be left out',
  ),
  bodyBytes: BODY.documentBytes,
  guestBodyBytes: BODY.guestDocumentBytes,
  bodyDepth: BODY.documentDepth,
  answer: workflowCheck,
  errors: ['validation_failed', 'payload_too_large'],
  rate: 'writes',
})
