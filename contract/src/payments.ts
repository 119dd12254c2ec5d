import { z } from 'zod'
import { codeText } from './codes.ts'
import { drawing, userInputs } from './creations.ts'
import { defineRoute, idParams } from './define-route.ts'
import { cents, emailAddress, license, mediaView, timestamp } from './entities.ts'
import { proofOffer } from './recipe-document.ts'
import { BODY } from './request-limits.ts'
import { waiver, withdrawalView } from './withdrawals.ts'

export const PAYMENT_STATES = [
  'created',
  'authorized',
  /** A proof is shown, and its buyer decides. */
  'delivered',
  'capture_requested',
  'captured',
  'capture_failed',
  'captured_undelivered',
  'release_requested',
  'released',
  'expired',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const paymentView = z.object({
  id: z.string(),
  state: z.enum(PAYMENT_STATES),
  amount: cents,
  currency: z.string(),
  workflow_id: z.string(),
  workflow_version: z.number().int(),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  /** The next step for the buyer, in words. */
  next: z.string(),
})
export type PaymentView = z.infer<typeof paymentView>

export const receiptView = paymentView.extend({
  workflow_name: z.string(),
  rows: z.number().int().optional().describe('Of a batch: how many rows were authorised together'),
  license,
  /** Who sold it, by the name at the checkout; null for purchases of older versions. */
  seller: z.string().nullable(),
  authorized_at: timestamp.nullable(),
  captured_at: timestamp.nullable(),
  /** When the authorisation ended without a charge. */
  ended_at: timestamp.nullable(),
  /** The payment's name at the gateway. */
  reference: z.string().nullable(),
  refunded: cents,
  disputed: cents,
  /** The part of the disputed money that a bank has kept. */
  lost: cents,
  /** The tax in what remains of the payment. */
  tax: cents,
  /** The receipt's name for the tax: `VAT`, `sales tax`. */
  tax_name: z.string(),
  creator_share: cents,
  platform_share: cents,
  creator_share_percent: z.number(),
  /** What was given back, and why, in words; requested refunds, and those refused at once, are left out. */
  refunds: z.array(
    z.object({
      amount: cents,
      /** True where the bank sent the money back to us later: it is not with the buyer. */
      failed: z.boolean(),
      why: z.string().nullable(),
      /** What the creator writes about the refund. */
      note: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  withdrawal: withdrawalView
    .optional()
    .describe('The right to withdraw, where the law of the sale gives one'),
  test_mode: z.boolean(),
})
export type ReceiptView = z.infer<typeof receiptView>

export const getPaymentConfig = defineRoute('getPaymentConfig', {
  summary: 'What the checkout needs to know',
  access: 'anyone',
  scope: 'any',
  answer: z.object({
    publishable_key: z.string(),
    test_mode: z.boolean(),
    /** The gateway computes the buyer’s tax, and shares are of what is left after it. */
    prices_include_tax: z.boolean(),
  }),
})

export const createCheckoutSession = defineRoute('createCheckoutSession', {
  summary: 'Begin a checkout for one run of a priced recipe',
  access: 'visitor',
  example: {
    workflow_id: '018f0000-0000-7000-8000-000000000001',
    success_url:
      '/workflows/018f0000-0000-7000-8000-000000000001/remix?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: '/workflows/018f0000-0000-7000-8000-000000000001/remix?canceled=true',
    user_inputs: { wish: 'a boat at night' },
  },
  scope: 'run',
  body: z.object({
    workflow_id: z.uuid(),
    user_id: z.string().max(64).optional(),
    success_url: z.string().max(2000),
    cancel_url: z.string().max(2000),
    user_inputs: userInputs.optional(),
    /** The creation whose inputs the buyer began with. */
    made_from: z.uuid().optional(),
    /** The drawing of the preview that the buyer saw. */
    drawing,
    public: z.boolean().default(false),
    terms_version: z.string().max(40).optional(),
    code: codeText.optional().describe('A creator’s code; one for each purchase'),
    price: cents
      .optional()
      .describe('The price that the buyer was shown; a checkout at another price is refused'),
    /** Where a visitor's letters about this payment go. */
    email: emailAddress.optional(),
    waiver: waiver.optional(),
  }),
  bodyBytes: BODY.inputsBytes,
  answer: z.object({
    session_id: z.string(),
    url: z.string(),
    /** The proof that the buyer sees before paying; null where the delivery takes the money. */
    proof: proofOffer.nullable(),
    /** Why a recipe that offers proofs is charged on delivery this time, in words. */
    why_no_proof: z.string().nullable(),
  }),
  errors: [
    'validation_failed',
    'not_found',
    'forbidden',
    'content_refused',
    'conflict',
    'payment_state',
    'sign_in_required',
    'provider_unavailable',
    'gateway_failed',
    'idempotency_mismatch',
  ],
  rate: 'checkouts',
  idempotent: true,
})

export const getPaymentSession = defineRoute('getPaymentSession', {
  summary: 'Whether the buyer’s checkout is paid (authorized)',
  access: 'visitor',
  scope: 'run',
  params: z.object({ sessionId: z.string().max(200) }),
  answer: z.object({
    payment_status: z.enum(['paid', 'unpaid']),
    status: z.string(),
    metadata: z.object({ workflow_id: z.string() }),
    amount_total: cents,
    payment: paymentView,
    /** The inputs given at checkout, for a browser that has lost its own copy. */
    user_inputs: userInputs.nullable(),
    made_from: z.string().nullable(),
    drawing: z.string().nullable(),
    public: z.boolean(),
    waiver: z
      .enum(['confirmed', 'unconfirmed'])
      .optional()
      .describe(
        'Whether what the buyer declared was confirmed by letter; absent where nothing was',
      ),
    /** The run that uses this payment. */
    job_id: z.string().nullable(),
  }),
  errors: ['not_found'],
})

export const findOpenPayment = defineRoute('findOpenPayment', {
  summary: 'The caller’s unused authorisation for a recipe, if any',
  access: 'anyone',
  scope: 'run',
  query: z.object({ workflow_id: z.uuid() }),
  answer: z.object({
    payment: paymentView.nullable(),
    session_id: z.string().nullable(),
    user_inputs: userInputs.nullable(),
    made_from: z.string().nullable(),
    drawing: z.string().nullable(),
    public: z.boolean(),
  }),
})

const linkToken = z.string().max(500).describe('What follows # in a checkout_url')

export const getPaymentLink = defineRoute('getPaymentLink', {
  summary: 'What the link of a program’s call buys, for whoever holds it',
  access: 'anyone',
  body: z.object({ token: linkToken }),
  answer: z.object({
    workflow: z.object({
      id: z.string(),
      name: z.string(),
      creator_handle: z.string(),
      /** The recipe's sample; null once the recipe is gone. */
      media: mediaView.nullable(),
    }),
    amount: cents,
    rows: z
      .number()
      .int()
      .nullable()
      .describe('How many rows of a batch it pays for; null for one remix'),
    currency: z.string(),
    license,
    /** The texts of the remix, in the recipe's order; null once the payment has ended. */
    inputs: z.array(z.object({ title: z.string(), value: z.string() })).nullable(),
    /** How many files the remix takes; none is shown. */
    files: z.number().int(),
    /** Whether the money is taken only once the account that asked keeps a proof. */
    proof: z.boolean(),
    declared: z
      .array(z.string())
      .nullable()
      .describe('What the program says that its buyer declared; null: the payer may'),
    public: z.boolean(),
    state: z.enum(['open', 'authorized', 'charged', 'ended']),
    /** Until when it can be paid. */
    expires_at: timestamp,
    test_mode: z.boolean(),
  }),
  errors: ['not_found'],
  rate: 'writes',
  csrf: false,
})

export const payByLink = defineRoute('payByLink', {
  summary: 'Where to pay what a link buys; the receipt goes to `email`',
  access: 'anyone',
  body: z.object({
    token: linkToken,
    email: emailAddress.optional(),
    waiver: waiver.optional(),
  }),
  answer: z.object({ url: z.string() }),
  errors: ['not_found', 'payment_state'],
  rate: 'checkouts',
  csrf: false,
})

export const releasePayment = defineRoute('releasePayment', {
  summary: 'Let an unused authorisation go; nothing is charged',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: paymentView,
  errors: ['not_found', 'payment_state'],
  rate: 'writes',
})

export const receiveWebhook = defineRoute('receiveWebhook', {
  summary: 'The gateway’s events, signed over the raw body',
  access: 'anyone',
  params: z.object({ gateway: z.enum(['stripe', 'sandbox']) }),
  bodyBytes: BODY.webhookBytes,
  answer: z.object({ received: z.boolean() }),
  errors: ['bad_request'],
  rate: 'webhooks',
  csrf: false,
  rawBody: true,
})

export const getReceipt = defineRoute('getReceipt', {
  summary: 'The buyer’s receipt of a creation',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: z.object({
    receipt: receiptView.nullable(),
    /** The creation that the payment is for now; a proof that is drawn again has a new creation. */
    creation_id: z.string().nullable(),
  }),
  errors: ['not_found'],
})

export const getSignedReceipt = defineRoute('getSignedReceipt', {
  summary: 'A receipt by the signed link of a letter',
  access: 'anyone',
  body: z.object({ token: z.string().max(500) }),
  answer: z.object({
    receipt: receiptView,
    creation_id: z.string().nullable(),
    /** A claim of the creation, as long as the visitor who bought it has it. */
    claim: z.string().nullable(),
  }),
  errors: ['validation_failed', 'not_found'],
  rate: 'writes',
  csrf: false,
})

export const getEarnings = defineRoute('getEarnings', {
  summary: 'What the caller’s recipes have earned',
  access: 'visitor',
  scope: 'sales:read',
  answer: z.object({
    currency: z.string(),
    /** The earnings shown are test money: no buyer paid them, and no creator receives them. */
    test_mode: z.boolean(),
    pending: cents,
    available: cents,
    lifetime: cents,
    /** What free runs by the person's codes took from the balance; not taken off `lifetime`. */
    free_runs: cents,
    /** After how many days a sale of today clears; longer for new creators. */
    clearance_days: z.number().int(),
    recipes: z.array(
      z.object({
        workflow_id: z.string(),
        name: z.string(),
        sales: z.number().int(),
        gross: cents,
        /** The tax in the gross amount. */
        tax: cents,
        earned: cents,
      }),
    ),
    /** The last 30 days, oldest first; a day without sales is a row of zeros. */
    days: z.array(z.object({ day: z.string(), earned: cents, sales: z.number().int() })),
    /** Earned in this calendar month (UTC), and in the month before up to the same day. */
    month: z.object({ earned: cents, before: cents }),
  }),
})
