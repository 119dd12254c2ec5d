import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { emailAddress, oneLine, timestamp } from './entities.ts'
import { WAIVER_VERSION, WITHDRAWAL, WITHDRAWAL_STATES } from './withdrawal-words.ts'

const paper = z.object({ file_name: z.string(), text: z.string() })

export const withdrawalView = z.object({
  state: z.enum(WITHDRAWAL_STATES),
  /** The end of the time in which the buyer can withdraw. */
  until: timestamp,
  withdrawn_at: timestamp.nullable(),
  /** Where the right stands, in words. */
  words: z.string(),
  /** The confirmation as a text to keep: of the withdrawal, or that there is no right to it any more. */
  paper: paper.nullable(),
})
export type WithdrawalView = z.infer<typeof withdrawalView>

/** Two declarations of a consumer, each made by itself; without them the right to withdraw stands. */
export const waiver = z
  .object({
    version: z.literal(WAIVER_VERSION).describe('Of the words that the buyer was shown'),
    begin_now: z
      .literal(true)
      .describe('The buyer wants the file before the time to withdraw is over'),
    right_lost: z
      .literal(true)
      .describe('The buyer knows that the right to withdraw is lost by it'),
  })
  .describe(
    'What a consumer in the European Union declares to have the file for good; absent, the buyer can withdraw for 14 days. It counts once it was confirmed: by letter, or by the answer of `confirmWaiver`',
  )
export type WaiverBody = z.infer<typeof waiver>

export const confirmWaiver = defineRoute('confirmWaiver', {
  summary: 'Declare to have the file for good, before it opens, and get the confirmation as a text',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z.object({ waiver: waiver.optional().describe('Absent where the checkout had it') }),
  answer: paper.extend({ by_letter: z.boolean().describe('A letter brings it too') }),
  errors: ['not_found', 'validation_failed', 'payment_state'],
  rate: 'writes',
})

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
