import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { DISPUTE_PHASES, DISPUTE_STATES, NOTE } from './dispute-words.ts'
import { cents, timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'

/** The gateway's id of a dispute. */
const params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) })

const disputeView = z.object({
  id: z.string(),
  payment_id: z.string(),
  recipe: z.string(),
  workflow_id: z.string(),
  amount: cents,
  /** The creator's part of the amount. */
  share: cents,
  state: z.enum(DISPUTE_STATES),
  phase: z.enum(DISPUTE_PHASES),
  /** What the bank says, where the dispute stands, and what that means for the balance: sentences. */
  reason: z.string(),
  standing: z.string(),
  balance: z.string(),
  opened_at: timestamp,
  closed_at: timestamp.nullable(),
  due_by: timestamp.nullable(),
  /** A note written before then reaches the bank for certain. */
  note_until: timestamp.nullable(),
  /** Why no note is taken any more; null where one is. */
  no_note: z.string().nullable(),
  note: z
    .object({
      text: z.string(),
      file: z.object({ name: z.string(), type: z.string() }).nullable(),
      written_at: timestamp,
    })
    .nullable(),
  /** What the server has gathered, by name. */
  evidence: z.array(z.string()),
  sent_at: timestamp.nullable(),
  test_mode: z.boolean(),
  /** Where a person plays the bank of a test dispute. */
  bank_page: z.string().nullable(),
})
export type DisputeView = z.infer<typeof disputeView>

const warningView = z.object({
  payment_id: z.string(),
  recipe: z.string(),
  /** The amount that a refund would give back. */
  amount: cents,
  share: cents,
  warned_at: timestamp,
  test_mode: z.boolean(),
})
export type WarningView = z.infer<typeof warningView>

export const listDisputes = defineRoute('listDisputes', {
  summary: 'Disputes about the caller’s sales, newest first, and warnings of fraud',
  access: 'visitor',
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({
    disputes: z.array(disputeView),
    /** Sales that a refund may save from a dispute. */
    warnings: z.array(warningView),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

const noteErrors = ['validation_failed', 'not_found', 'payment_state'] as const

export const writeDisputeNote = defineRoute('writeDisputeNote', {
  summary: 'Write what the bank should know about a sale; it goes with the evidence',
  access: 'visitor',
  params,
  body: z.object({ text: z.string().trim().max(NOTE.maxLength) }),
  bodyBytes: 32 * 1024,
  answer: disputeView,
  errors: noteErrors,
  rate: 'writes',
})

export const attachDisputeFile = defineRoute('attachDisputeFile', {
  summary: 'Attach one picture to the note, JPEG or PNG, of at most 2 MB; no PDF',
  access: 'visitor',
  params,
  fileField: 'file',
  answer: disputeView,
  errors: [
    ...noteErrors,
    'bad_request',
    'unsupported_media',
    'invalid_media',
    'payload_too_large',
    'overloaded',
  ],
  rate: 'uploads',
})

export const removeDisputeFile = defineRoute('removeDisputeFile', {
  summary: 'Take the file off the note',
  access: 'visitor',
  params,
  answer: disputeView,
  errors: noteErrors,
  rate: 'writes',
})

export const getDisputeFile = defineRoute('getDisputeFile', {
  summary: 'The file of the note, for its writer and the operator',
  access: 'visitor',
  content: ['image/*', 'application/pdf'],
  params,
  errors: ['not_found'],
})

export const refundWarnedPayment = defineRoute('refundWarnedPayment', {
  summary: 'Refund a sale that a bank warned of in full, before a dispute follows',
  access: 'user',
  operator: true,
  token: false,
  fresh: true,
  params: z.object({ id: z.uuid() }),
  answer: z.object({ amount: cents }),
  errors: ['not_found', 'payment_state'],
  rate: 'writes',
})

const adminDisputeView = disputeView.extend({
  creator_handle: z.string(),
  book: z.string(),
  /** Why the evidence cannot be sent now; null where nothing prevents the sending. */
  no_evidence: z.string().nullable(),
  /** The evidence that will be sent, or was sent, text by text. */
  texts: z.array(z.object({ title: z.string(), text: z.string() })),
  sending: z.enum(['none', 'requested', 'sent', 'refused']),
  failure: z.string().nullable(),
})
export type AdminDisputeView = z.infer<typeof adminDisputeView>

export const listAllDisputes = defineRoute('listAllDisputes', {
  summary: 'All disputes, newest first, and all warnings of fraud',
  access: 'admin',
  token: false,
  query: z.object({
    show: z.enum(['waiting', 'all']).default('all'),
    limit: limit(PAGE.creations),
    cursor,
  }),
  answer: z.object({
    disputes: z.array(disputeView.extend({ creator_handle: z.string() })),
    warnings: z.array(warningView.extend({ creator_handle: z.string() })),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

export const getDispute = defineRoute('getDispute', {
  summary: 'One dispute with the evidence as it would be sent',
  access: 'admin',
  token: false,
  params,
  answer: adminDisputeView,
  errors: ['not_found'],
})

export const sendEvidence = defineRoute('sendEvidence', {
  summary: 'Send the evidence to the bank, once and for good',
  access: 'admin',
  token: false,
  fresh: true,
  params,
  answer: adminDisputeView,
  errors: ['not_found', 'payment_state'],
  rate: 'writes',
})
