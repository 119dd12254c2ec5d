import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { cents, timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { formatCents } from './money.ts'
import { PAYOUT } from './money-limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import {
  PAYOUT_ACCOUNT_STATES,
  PAYOUT_RUN_STARTERS,
  PAYOUT_STATES,
  PAYOUT_VENDORS,
  UNPAID_REASONS,
} from './payout-words.ts'
import { BODY } from './request-limits.ts'

/** A part of what is not paid yet, with the reason; below zero it is owed back. */
export const unpaidLine = z.object({
  amount: cents,
  reason: z.enum(UNPAID_REASONS),
  words: z.string(),
  /** When the reason ends, where that is known. */
  date: timestamp.nullable(),
})
export type UnpaidLineView = z.infer<typeof unpaidLine>

export const payoutView = z.object({
  id: z.string(),
  state: z.enum(PAYOUT_STATES),
  /** The state in words; a payout in transit may have been refused by the bank. */
  words: z.string(),
  amount: cents,
  /** The part that came back. */
  returned: cents,
  currency: z.string(),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  created_at: timestamp,
  arrives_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
})
export type PayoutView = z.infer<typeof payoutView>

/** A change of the balance that no sale explains. */
const adjustmentView = z.object({
  id: z.string(),
  /** Above zero for the creator. */
  amount: cents,
  reason: z.string(),
  created_at: timestamp,
})
export type AdjustmentView = z.infer<typeof adjustmentView>

export const payoutAccountView = z.object({
  state: z.enum(PAYOUT_ACCOUNT_STATES),
  /** What is still asked for, in words. */
  missing: z.array(z.string()),
  missing_by: timestamp.nullable(),
  country: z.string().nullable(),
  bank_last4: z.string().nullable(),
  reason: z.string().nullable(),
  /** A new or changed account is used from then on. */
  usable_from: timestamp.nullable(),
  /** The vendor that asks for the details; for `manual` this server's operator asks. */
  vendor: z.enum(PAYOUT_VENDORS),
})
export type PayoutAccountView = z.infer<typeof payoutAccountView>

const minimum = z
  .number()
  .int()
  .min(1)
  .refine((cents) => cents >= PAYOUT.minCents && cents <= PAYOUT.maxMinCents, {
    error: () =>
      `must be between ${formatCents(PAYOUT.minCents)} and ${formatCents(PAYOUT.maxMinCents)}`,
  })
  .describe('In the server’s own range, from 1000 in US cents')

export const getPayouts = defineRoute('getPayouts', {
  summary: 'What the caller is owed, line by line, and what was paid out',
  access: 'visitor',
  scope: 'sales:read',
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({
    currency: z.string(),
    test_mode: z.boolean(),
    /** The sum of the lines. */
    unpaid: cents,
    /** What arrived, in all. */
    paid: cents,
    lines: z.array(unpaidLine),
    /** The newest ones. */
    adjustments: z.array(adjustmentView).max(PAGE.creations),
    /** Runs by the person's codes that cost something, and what they took from the balance. */
    free_runs: z.object({ runs: z.number().int(), taken: cents }),
    minimum: cents,
    next_runs: z.array(timestamp),
    payouts: z.array(payoutView),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

export const getPayoutAccount = defineRoute('getPayoutAccount', {
  summary: 'The caller’s account for payouts, and what is missing',
  access: 'user',
  answer: payoutAccountView,
})

export const openPayoutAccount = defineRoute('openPayoutAccount', {
  summary: 'Open the account for payouts, or change it: answers the page that asks for the details',
  access: 'user',
  token: false,
  fresh: true,
  body: z.object({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .describe('ISO 3166-1 alpha-2, in capitals'),
  }),
  answer: z.object({ url: z.string(), expires_at: timestamp }),
  errors: ['forbidden', 'gateway_failed'],
  rate: 'writes',
})

export const updatePayoutSettings = defineRoute('updatePayoutSettings', {
  summary: 'Choose the least sum that is paid out',
  access: 'user',
  body: z.object({ minimum }),
  answer: z.object({ minimum: cents }),
  rate: 'writes',
})

export const previewLine = z.object({
  principal_id: z.string(),
  handle: z.string(),
  account: z.enum(PAYOUT_ACCOUNT_STATES),
  /** What has cleared. */
  available: cents,
  /** What a run would pay. */
  payable: cents,
  /** What a run would leave, with the reasons. */
  stays: z.array(unpaidLine),
})
export type PreviewLineView = z.infer<typeof previewLine>

export const runView = z.object({
  id: z.string(),
  /** What cleared until then was paid. */
  due_at: timestamp,
  by: z.enum(PAYOUT_RUN_STARTERS),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** How many creators the run pays, and how much in all. */
  payouts: z.number().int(),
  total: cents,
})
export type PayoutRunView = z.infer<typeof runView>

export const runPayoutView = payoutView.extend({
  principal_id: z.string(),
  handle: z.string(),
  vendor: z.enum(PAYOUT_VENDORS),
})
export type RunPayoutView = z.infer<typeof runPayoutView>

export const holdView = z.object({
  id: z.string(),
  principal_id: z.string(),
  handle: z.string(),
  /** Null for everything. */
  amount: cents.nullable(),
  reason: z.string(),
  set_by: z.enum(['rule', 'admin']),
  since: timestamp,
  until: timestamp.nullable(),
})
export type PayoutHoldView = z.infer<typeof holdView>

export const receivePayoutWebhook = defineRoute('receivePayoutWebhook', {
  summary: 'The payout vendor’s events, signed over the raw body',
  access: 'anyone',
  params: z.object({ gateway: z.enum(['stripe', 'sandbox']) }),
  bodyBytes: BODY.webhookBytes,
  answer: z.object({ received: z.boolean() }),
  errors: ['bad_request'],
  rate: 'webhooks',
  csrf: false,
  rawBody: true,
})
