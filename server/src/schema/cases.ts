import type { CaseReason, CaseState } from '@vignette/contract/case-words.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DisputeEvidence, EvidenceFile } from '../providers/payments/spec.ts'
import { principals } from './identity.ts'
import { owned } from './owned.ts'
import { paymentDisputes, payments } from './payments.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export type DecidedBy = 'machine' | 'creator' | 'operator' | 'buyer' | 'event'

/** A buyer's complaint about one payment. The buyer is the payment's, and moves with the payment. */
export const cases = pgTable(
  'cases',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /**
     * The creator that the payment names: a claimed visitor's sales stay in the visitor's name. Null
     * for a creator's own run, about which the operator decides.
     */
    creatorId: uuid('creator_id').references(() => principals.id),
    state: text().$type<CaseState>().notNull(),
    reason: text().$type<CaseReason>().notNull(),
    /** The buyer's words; erased some time after the case was closed. */
    text: text(),
    /** The buyer lets the creator see the creation and its inputs while the case is open. */
    shared: boolean().notNull(),
    createdAt: at('created_at').notNull(),
    answerBy: at('answer_by').notNull(),
    remindedAt: at('reminded_at'),
    answer: text(),
    answeredAt: at('answered_at'),
    /** Null while the creator's clock runs. */
    operatorSince: at('operator_since'),
    /** When the operators were told that it waits for them. */
    operatorNotifiedAt: at('operator_notified_at'),
    /** Why the refund of a granted case did not go through, for buyer and operator. */
    trouble: text(),
    granted: integer(),
    refundId: uuid('refund_id'),
    decision: text(),
    decidedBy: text('decided_by').$type<DecidedBy>(),
    decidedAt: at('decided_at'),
    /** Keyed hashes that count grants at once, of guests above all; erased when they count no more. */
    card: text(),
    network: text(),
  },
  (t) => [
    uniqueIndex('cases_payment').on(t.paymentId),
    index('cases_creator').on(t.creatorId, t.id),
    index('cases_undecided').on(t.id).where(sql`state in ('open','answered')`),
    index('cases_clock')
      .on(t.answerBy)
      .where(sql`operator_since is null and state in ('open','answered')`),
    index('cases_at_once').on(t.decidedAt).where(sql`decided_by = 'machine'`),
    index('cases_kept').on(t.createdAt).where(sql`card is not null or network is not null`),
    index('cases_worded').on(t.decidedAt).where(sql`text is not null or answer is not null`),
    check(
      'cases_state',
      sql`${t.state} in ('open','answered','granted','refused','withdrawn','ended')`,
    ),
    check('cases_reason', sql`${t.reason} in ('broken','not_what_i_asked','charged_twice')`),
    check(
      'cases_decided_by',
      sql`${t.decidedBy} in ('machine','creator','operator','buyer','event')`,
    ),
    check(
      'cases_decided',
      sql`(${t.decidedAt} is not null) = (${t.state} not in ('open','answered')) and (${t.decidedBy} is not null) = (${t.decidedAt} is not null)`,
    ),
    check(
      'cases_granted',
      sql`(${t.granted} is not null) = (${t.state} = 'granted') and (${t.refundId} is not null) = (${t.state} = 'granted')`,
    ),
    check('cases_granted_amount', sql`${t.granted} > 0`),
    check('cases_answered', sql`${t.state} <> 'answered' or ${t.answeredAt} is not null`),
  ],
)
export type CaseRow = typeof cases.$inferSelect
owned(cases, {
  owner: 'creatorId',
  claim: 'keep: a sale stays in the name of the visitor who made it',
  deleted: 'by cases/listeners.ts',
  export: 'by cases/answers.ts',
})

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What the creator of a disputed sale writes to the bank, and one file. */
export const disputeNotes = pgTable(
  'dispute_notes',
  {
    disputeId: text('dispute_id')
      .primaryKey()
      .references(() => paymentDisputes.id),
    text: text().notNull(),
    /** In the row and not in the store, so that both are written and erased together. */
    file: bytea(),
    fileName: text('file_name'),
    fileType: text('file_type').$type<EvidenceFile['type']>(),
    writtenAt: at('written_at').notNull(),
  },
  (t) => [
    check(
      'dispute_notes_file',
      sql`(${t.file} is null) = (${t.fileName} is null) and (${t.file} is null) = (${t.fileType} is null)`,
    ),
    check('dispute_notes_bytes', sql`${t.file} is null or length(${t.file}) between 1 and 2097152`),
  ],
)
export type NoteRow = typeof disputeNotes.$inferSelect

export type EvidenceTexts = Omit<DisputeEvidence, 'file'>

/** The one sending of evidence to the bank; its texts are frozen when the button is pressed. */
export const disputeEvidence = pgTable(
  'dispute_evidence',
  {
    disputeId: text('dispute_id')
      .primaryKey()
      .references(() => paymentDisputes.id),
    state: text().$type<'requested' | 'sent' | 'refused'>().notNull(),
    /** Null once erased. */
    texts: jsonb().$type<EvidenceTexts>(),
    failure: text(),
    /** As `payments.keyNumber`. */
    keyNumber: integer('key_number').notNull().default(1),
    requestedAt: at('requested_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('dispute_evidence_requested').on(t.requestedAt).where(sql`state = 'requested'`),
    check('dispute_evidence_state', sql`${t.state} in ('requested','sent','refused')`),
  ],
)
export type EvidenceRow = typeof disputeEvidence.$inferSelect
