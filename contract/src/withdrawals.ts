import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { emailAddress, oneLine, timestamp } from './entities.ts'
import { WITHDRAWAL, WITHDRAWAL_STATES } from './withdrawal-words.ts'

export const withdrawalView = z.object({
  state: z.enum(WITHDRAWAL_STATES),
  /** The end of the time in which the buyer can withdraw. */
  until: timestamp,
  withdrawn_at: timestamp.nullable(),
  /** Where the right stands, in words. */
  words: z.string(),
  /** The confirmation as a text to keep: of the withdrawal, or that there is no right to it any more. */
  paper: z.object({ file_name: z.string(), text: z.string() }).nullable(),
})
export type WithdrawalView = z.infer<typeof withdrawalView>

const statement = {
  name: oneLine(WITHDRAWAL.nameMax).optional().describe('Who withdraws'),
  email: emailAddress
    .optional()
    .describe('Where the confirmation goes, of a buyer without an account'),
}

export const withdrawPurchase = defineRoute('withdrawPurchase', {
  summary: 'Withdraw from the contract of a purchase; what it cost goes back',
  access: 'visitor',
  params: idParams,
  body: z.object(statement),
  answer: withdrawalView,
  errors: ['not_found', 'validation_failed', 'payment_state', 'rate_limited'],
  rate: 'writes',
})

export const withdrawSignedPurchase = defineRoute('withdrawSignedPurchase', {
  summary: 'Withdraw from the contract of a purchase, by the signed link of its receipt',
  access: 'anyone',
  body: z.object({ token: z.string().max(500), ...statement }),
  answer: withdrawalView,
  errors: ['not_found', 'validation_failed', 'payment_state', 'rate_limited'],
  rate: 'writes',
  csrf: false,
})
