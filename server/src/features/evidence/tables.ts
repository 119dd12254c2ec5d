import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { DisputeEvidence, EvidenceFile } from '../../providers/payments/spec.ts'
import { paymentDisputes } from '../payments/index.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })
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
    /** The number of idempotency keys used. */
    gatewayTry: integer('gateway_try').notNull().default(1),
    requestedAt: at('requested_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('dispute_evidence_requested').on(t.requestedAt).where(sql`state = 'requested'`),
    check('dispute_evidence_state', sql`${t.state} in ('requested','sent','refused')`),
  ],
)
export type EvidenceRow = typeof disputeEvidence.$inferSelect
