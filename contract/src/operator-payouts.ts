import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { cents, MOST_CENTS, timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { PAYOUT_VENDORS } from './payout-words.ts'
import { holdView, payoutView, previewLine, runPayoutView, runView } from './payouts.ts'

export const previewPayoutRun = defineRoute('previewPayoutRun', {
  summary: 'What a run would pay now, and what it would leave and why',
  access: 'admin',
  token: false,
  answer: z.object({
    test_mode: z.boolean(),
    vendor: z.enum(PAYOUT_VENDORS),
    /** The moment of the preview: what clears later waits for the next run. */
    at: timestamp,
    total: cents,
    /** How many creators would be paid. */
    payouts: z.number().int(),
    /** What the vendor can send of our balance now; null where it holds none or does not tell. */
    balance: cents.nullable(),
    /** How much the balance lacks to pay all: who does not fit stays, as `delayed`. */
    short: cents,
    creators: z.array(previewLine),
  }),
})

export const startPayoutRun = defineRoute('startPayoutRun', {
  summary: 'Pay out now what the preview showed, and nothing if the preview has changed since',
  access: 'admin',
  token: false,
  fresh: true,
  body: z.object({
    total: z
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('Of the preview, in cents'),
    payouts: z.number().int().min(1).max(1_000_000_000).describe('Of the preview'),
    at: z.iso
      .datetime()
      .optional()
      .describe(
        'The preview’s time: money that cleared later waits for the next run; without a time this run pays it too',
      ),
  }),
  answer: z.object({ run_id: z.string(), total: cents, payouts: z.array(payoutView) }),
  errors: ['conflict'],
  rate: 'writes',
})

export const listPayoutRuns = defineRoute('listPayoutRuns', {
  summary: 'The runs of payouts, newest first',
  access: 'admin',
  token: false,
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({ runs: z.array(runView), next_cursor: nextCursor }),
  errors: ['validation_failed'],
})

export const listRunPayouts = defineRoute('listRunPayouts', {
  summary: 'The payouts of one run',
  access: 'admin',
  token: false,
  params: idParams,
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({
    run: runView,
    payouts: z.array(runPayoutView),
    next_cursor: nextCursor,
  }),
  errors: ['not_found', 'validation_failed'],
})

export const exportPayoutRun = defineRoute('exportPayoutRun', {
  summary: 'The payouts of a run as CSV',
  access: 'admin',
  content: ['text/csv'],
  token: false,
  fresh: true,
  params: idParams,
  errors: ['not_found'],
})

export const listPayoutHolds = defineRoute('listPayoutHolds', {
  summary: 'The holds in force, newest first',
  access: 'admin',
  token: false,
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({ holds: z.array(holdView), next_cursor: nextCursor }),
  errors: ['validation_failed'],
})

export const setPayoutHold = defineRoute('setPayoutHold', {
  summary: 'Keep a creator’s money back from the next payouts, with the reason they read',
  access: 'admin',
  token: false,
  fresh: true,
  body: z.object({
    principal_id: z
      .string()
      .trim()
      .min(1)
      .max(65)
      .describe('The creator’s account id, or username'),
    amount: z
      .number()
      .int()
      .min(1)
      .max(MOST_CENTS)
      .optional()
      .describe('Cents; absent for everything'),
    reason: z.string().trim().min(3).max(500).describe('The creator reads it'),
    until: z.iso.datetime().optional(),
  }),
  answer: z.object({ id: z.string() }),
  status: 201,
  errors: ['not_found', 'validation_failed'],
  rate: 'writes',
})

export const liftPayoutHold = defineRoute('liftPayoutHold', {
  summary: 'Let held money go with the next payout',
  access: 'admin',
  token: false,
  fresh: true,
  params: idParams,
  answer: emptyAnswer,
  errors: ['not_found'],
  rate: 'writes',
})

export const markPayoutPaid = defineRoute('markPayoutPaid', {
  summary: 'Say that the bank paid a payout, with its reference (where payouts are made by hand)',
  access: 'admin',
  token: false,
  fresh: true,
  params: idParams,
  body: z.object({ reference: z.string().trim().min(1).max(140) }),
  answer: payoutView,
  errors: ['not_found', 'payment_state'],
  rate: 'writes',
})

export const reversePayout = defineRoute('reversePayout', {
  summary: 'Take a wrong payout back from the vendor; the money is the creator’s again',
  access: 'admin',
  token: false,
  fresh: true,
  params: idParams,
  body: z.object({ reason: z.string().trim().min(3).max(500).describe('The creator reads it') }),
  answer: payoutView,
  errors: ['not_found', 'payment_state', 'gateway_failed'],
  rate: 'writes',
})

export const adjustBalance = defineRoute('adjustBalance', {
  summary: 'Give a creator money or take it, outside of any sale',
  access: 'admin',
  token: false,
  fresh: true,
  idempotent: true,
  params: idParams,
  body: z.object({
    amount: z
      .number()
      .int()
      .min(-100_000_000)
      .max(100_000_000)
      .refine((amount) => amount !== 0, 'must not be 0')
      .describe('Cents; below zero to take'),
    reason: z.string().trim().min(3).max(500).describe('The creator reads it'),
  }),
  answer: emptyAnswer,
  errors: ['not_found', 'validation_failed'],
  rate: 'writes',
})

export const bookPayoutCost = defineRoute('bookPayoutCost', {
  summary: 'Book what the vendor of payouts, or the bank, took for its work, once by its invoice',
  access: 'admin',
  token: false,
  fresh: true,
  body: z.object({
    amount: cents.min(1).max(100_000_000),
    reference: z.string().trim().min(1).max(140).describe('The invoice’s number'),
  }),
  answer: emptyAnswer,
  errors: ['validation_failed', 'conflict'],
  rate: 'writes',
})

export const markPayoutFailed = defineRoute('markPayoutFailed', {
  summary: 'Say that a payout did not arrive and why; the money is the creator’s again',
  access: 'admin',
  token: false,
  fresh: true,
  params: idParams,
  body: z.object({ reason: z.string().trim().min(3).max(500) }),
  answer: payoutView,
  errors: ['not_found', 'payment_state'],
  rate: 'writes',
})
