import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { CODE, CODE_KINDS, CODE_STATES } from './code-limits.ts'
import { defineRoute, idParams } from './define-route.ts'
import { cents, MOST_CENTS, timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'

const count = z.number().int()
/** The text of a code; capitals and small letters count the same. */
export const codeText = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z0-9]{${CODE.minLength},${CODE.maxLength}}$`),
    `must be ${CODE.minLength} to ${CODE.maxLength} letters and digits`,
  )

const codeView = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(CODE_KINDS),
  value: count.nullable().describe('Percent, or cents; null for free runs'),
  workflow_ids: z.array(z.string()).describe('Empty: all recipes of the creator'),
  from: z.iso.date().nullable().describe('The first day (UTC)'),
  until: z.iso.date().nullable().describe('The last day (UTC)'),
  total: count.nullable().describe('How often it can be used; null without a limit'),
  per_buyer: count,
  state: z.enum(CODE_STATES),
  uses: count.describe('With checkouts that are open, and authorisations that wait for their run'),
  paid: cents.describe('What buyers paid with it, without what they got back'),
  earned: cents.describe('The creator’s share of that'),
  run_cost: cents.describe(
    'The most that a free run takes from the creator’s balance, as the creator agreed; 0 where runs cost nothing',
  ),
  run_cost_now: cents.describe(
    'The most that a run may cost now; above run_cost, the code pays for none until it is begun with this figure',
  ),
  taken: cents.describe('What free runs took from the creator’s balance'),
  created_at: timestamp,
})
export type CodeView = z.infer<typeof codeView>

const runCost = count
  .min(0)
  .max(MOST_CENTS)
  .describe(
    'What the creator was shown that a free run takes from the balance at most; refused where it may take more',
  )

export const createCode = defineRoute('createCode', {
  summary: 'Make a code that lowers the price of one’s own recipes, or pays for free runs',
  access: 'user',
  body: z.object({
    code: codeText,
    kind: z.enum(CODE_KINDS),
    value: count.min(1).max(MOST_CENTS).optional(),
    workflow_ids: boundedArray(z.uuid(), { max: CODE.maxWorkflows }).default([]),
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
    total: count.min(1).max(CODE.maxTotal).optional().describe('Free runs need one'),
    per_buyer: count.min(1).max(CODE.maxPerBuyer).default(1),
    run_cost: runCost.default(0),
    state: z.enum(['draft', 'active']).default('active'),
  }),
  answer: codeView,
  status: 201,
  errors: ['validation_failed', 'not_found', 'forbidden', 'conflict', 'idempotency_mismatch'],
  rate: 'writes',
  idempotent: true,
})

export const listCodes = defineRoute('listCodes', {
  summary: 'One’s own codes with what they brought, newest first',
  access: 'user',
  scope: 'sales:read',
  query: z.object({
    workflow_id: z.uuid().optional().describe('Only those that apply to this recipe'),
    limit: limit(PAGE.creations),
    cursor,
  }),
  answer: z.object({
    codes: z.array(codeView),
    run_cost: cents.describe('The most that a run of this recipe may cost now; 0 without a recipe'),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

export const setCodeState = defineRoute('setCodeState', {
  summary: 'Begin or stop one’s own code; open checkouts keep their price',
  access: 'user',
  params: idParams,
  body: z.object({
    state: z.enum(['active', 'stopped']),
    run_cost: runCost.optional(),
  }),
  answer: codeView,
  errors: ['not_found', 'validation_failed'],
  rate: 'writes',
})

export const priceWithCode = defineRoute('priceWithCode', {
  summary: 'What a run costs with a code; nothing is claimed before the checkout',
  access: 'anyone',
  scope: 'run',
  params: idParams,
  body: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    full_price: cents,
    price: cents.describe('0 for a free run, which needs no checkout'),
    why: z.string().describe('The reduction in words'),
  }),
  errors: ['not_found', 'validation_failed', 'conflict', 'payment_state', 'provider_unavailable'],
  rate: 'writes',
})
