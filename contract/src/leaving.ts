import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { cents, emailAddress, timestamp } from './entities.ts'
import { payoutAccountView, unpaidLine } from './payouts.ts'

const LEAVING_OUTCOMES = ['nothing', 'owed', 'paid', 'kept'] as const
export type LeavingOutcome = (typeof LEAVING_OUTCOMES)[number]

const money = {
  currency: z.string(),
  test_mode: z.boolean(),
  /** The sum of the lines. */
  unpaid: cents,
  lines: z.array(unpaidLine),
}

export const getLeaving = defineRoute('getLeaving', {
  summary: 'What is not paid to the caller yet, and what becomes of it if the account is deleted',
  access: 'user',
  answer: z.object({
    ...money,
    outcome: z.enum(LEAVING_OUTCOMES),
    /** Whole sentences. */
    words: z.array(z.string()),
  }),
})

const token = z.string().max(500)

export const getLeftMoney = defineRoute('getLeftMoney', {
  summary: 'The money of a deleted account, by the link that its owner was given',
  access: 'anyone',
  body: z.object({ token }),
  answer: z.object({
    ...money,
    account: payoutAccountView,
    /** Whether the holder of the link may give bank details now. */
    may_open: z.boolean(),
    next_run: timestamp,
    /** The end of the link. */
    until: timestamp,
  }),
  errors: ['validation_failed', 'not_found'],
  rate: 'writes',
  csrf: false,
})

export const openLeftAccount = defineRoute('openLeftAccount', {
  summary: 'Open an account for the payouts of a deleted account, by the same link',
  access: 'anyone',
  body: z.object({
    token,
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .describe('ISO 3166-1 alpha-2, in capitals'),
    /** Goes to the payout vendor alone, where the vendor asks for one. */
    email: emailAddress.optional(),
  }),
  answer: z.object({ url: z.string(), expires_at: timestamp }),
  errors: ['validation_failed', 'not_found', 'forbidden', 'gateway_failed'],
  rate: 'writes',
  csrf: false,
})
