import { z } from 'zod'
import { CASE, CASE_FILTERS, CASE_REASONS, CASE_SIDES, CASE_STATES } from './case-words.ts'
import { defineRoute, idParams } from './define-route.ts'
import { cents, MOST_CENTS, mediaView, timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'

const caseView = z.object({
  id: z.string(),
  payment_id: z.string(),
  /** The side that this view is for. */
  side: z.enum(CASE_SIDES),
  state: z.enum(CASE_STATES),
  reason: z.enum(CASE_REASONS),
  /** The buyer's words; null once erased. */
  text: z.string().nullable(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  workflow_version: z.number().int(),
  currency: z.string(),
  test_mode: z.boolean(),
  /** What was charged. */
  amount: cents,
  refunded: cents,
  /** Where the case stands and what happens next, in words. */
  words: z.string(),
  /** Whose turn it is; null once the case is closed. */
  waits_for: z.enum(['creator', 'operator']).nullable(),
  created_at: timestamp,
  /** The creator may answer until this time; afterwards the operator decides. */
  answer_by: timestamp,
  answer: z.string().nullable(),
  answered_at: timestamp.nullable(),
  /** Since when the operator decides. */
  operator_since: timestamp.nullable(),
  granted: cents.nullable(),
  /** The reason or note of the decision. */
  decision: z.string().nullable(),
  decided_by: z.enum(['machine', 'creator', 'operator', 'buyer', 'event']).nullable(),
  decided_at: timestamp.nullable(),
  /** The buyer lets the creator see the creation and its inputs while the case is open. */
  shared: z.boolean(),
  /** The creation, for the case's buyer alone. */
  creation_id: z.string().nullable(),
  /** What the buyer shares, for creator and operator. */
  creation: z
    .object({
      media: mediaView.nullable(),
      /** Of a set: its files behind the first. */
      further_files: z.array(mediaView),
      user_inputs: z.record(z.string(), z.unknown()),
      /** The same inputs in the recipe's order: each with its label, a choice with its option's label. */
      inputs: z.array(z.object({ key: z.string(), label: z.string(), value: z.unknown() })),
    })
    .nullable(),
  may: z.object({
    answer: z.boolean(),
    grant: z.boolean(),
    refuse: z.boolean(),
    withdraw: z.boolean(),
  }),
})
export type CaseView = z.infer<typeof caseView>

const complaint = {
  reason: z.enum(CASE_REASONS),
  text: z.string().trim().min(3).max(CASE.textMax),
  /** Let the creator see the creation and its inputs while the case is open. */
  share: z.boolean().default(false),
}
const token = z.string().max(500)

const paymentCase = z.object({
  case: caseView.nullable(),
  /** Why no case can be opened, in words; null where one can. */
  why_not: z.string().nullable(),
  /** The end of the time in which a case can be opened. */
  until: timestamp.nullable(),
})
export type PaymentCase = z.infer<typeof paymentCase>

export const getPaymentCase = defineRoute('getPaymentCase', {
  summary: 'The case about a payment of the caller, or whether one can be opened',
  access: 'visitor',
  params: idParams,
  answer: paymentCase,
  errors: ['not_found'],
})

export const openCase = defineRoute('openCase', {
  summary: 'Say that something is wrong with a paid creation',
  access: 'visitor',
  params: idParams,
  body: z.object(complaint),
  answer: caseView,
  status: 201,
  errors: ['not_found', 'validation_failed', 'payment_state', 'conflict'],
  rate: 'writes',
})

export const getSignedCase = defineRoute('getSignedCase', {
  summary: 'The case about a payment, by the signed link of its receipt',
  access: 'anyone',
  body: z.object({ token }),
  answer: paymentCase,
  errors: ['validation_failed', 'not_found'],
  rate: 'writes',
  csrf: false,
})

export const openSignedCase = defineRoute('openSignedCase', {
  summary: 'Say that something is wrong, by the signed link of a receipt',
  access: 'anyone',
  body: z.object({ token, ...complaint }),
  answer: caseView,
  status: 201,
  errors: ['not_found', 'validation_failed', 'payment_state', 'conflict'],
  rate: 'writes',
  csrf: false,
})

export const withdrawSignedCase = defineRoute('withdrawSignedCase', {
  summary: 'Take a case back, by the signed link of its receipt',
  access: 'anyone',
  body: z.object({ token }),
  answer: caseView,
  errors: ['validation_failed', 'not_found', 'conflict'],
  rate: 'writes',
  csrf: false,
})

const state = z.enum(CASE_FILTERS).default('all')
const caseList = z.object({ cases: z.array(caseView), next_cursor: nextCursor })

export const listCases = defineRoute('listCases', {
  summary: 'The cases that the caller opened, or those about the caller’s recipes',
  access: 'visitor',
  query: z.object({
    side: z.enum(['buyer', 'creator']).default('buyer'),
    state,
    limit: limit(PAGE.creations),
    cursor,
  }),
  answer: caseList,
  errors: ['validation_failed'],
})

export const listAllCases = defineRoute('listAllCases', {
  summary: 'All cases, as the operator sees them',
  access: 'admin',
  token: false,
  query: z.object({ state, limit: limit(PAGE.creations), cursor }),
  answer: caseList,
  errors: ['validation_failed'],
})

export const answerCase = defineRoute('answerCase', {
  summary: 'Answer a buyer, as the creator; the operator then decides',
  access: 'visitor',
  params: idParams,
  body: z.object({ text: z.string().trim().min(3).max(CASE.textMax) }),
  answer: caseView,
  errors: ['not_found', 'validation_failed', 'conflict'],
  rate: 'writes',
})

export const grantCase = defineRoute('grantCase', {
  summary: 'Give the buyer the money back, as the creator or the operator',
  access: 'user',
  operator: true,
  token: false,
  fresh: true,
  params: idParams,
  body: z.object({
    amount: z
      .number()
      .int()
      .min(1)
      .max(MOST_CENTS)
      .optional()
      .describe('Cents; absent for all that is left'),
    note: z.string().trim().max(CASE.noteMax).default('').describe('Words for the buyer'),
  }),
  answer: caseView,
  errors: ['not_found', 'validation_failed', 'payment_state', 'conflict'],
  rate: 'writes',
})

export const refuseCase = defineRoute('refuseCase', {
  summary: 'Refuse a case, with the reason that its buyer reads',
  access: 'admin',
  token: false,
  fresh: true,
  params: idParams,
  body: z.object({ reason: z.string().trim().min(3).max(CASE.noteMax) }),
  answer: caseView,
  errors: ['not_found', 'validation_failed', 'conflict'],
  rate: 'writes',
})

export const withdrawCase = defineRoute('withdrawCase', {
  summary: 'Take one’s own case back',
  access: 'visitor',
  params: idParams,
  answer: caseView,
  errors: ['not_found', 'conflict'],
  rate: 'writes',
})
