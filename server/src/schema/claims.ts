import type { ClaimKind, ClaimState } from '@vignette/contract/claim-words.ts'
import type { ReportedType } from '@vignette/contract/moderation.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What a claimant says about things on this site, through the form that needs no account. */
export const claims = pgTable(
  'claims',
  {
    id: uuid().primaryKey(),
    /** What people call it by, as C-4F7KQA. */
    number: text().notNull().unique(),
    kind: text().$type<ClaimKind>().notNull(),
    /** A visitor of its own without a browser, to whom its letters are told. */
    claimantId: uuid('claimant_id')
      .notNull()
      .references(() => principals.id),
    /** The day and the words of the claim: sent twice, it is one. */
    digest: text().notNull().unique(),
    /** As they were written; all of them are emptied some time after the end. */
    places: text().notNull(),
    work: text().notNull(),
    reason: text().notNull(),
    email: text(),
    contact: text().notNull(),
    signature: text().notNull(),
    /** What was confirmed, a sentence a line. */
    sworn: text().notNull(),
    state: text().$type<ClaimState>().notNull().default('open'),
    createdAt: at('created_at').notNull(),
    dueAt: at('due_at').notNull(),
    /** When all is hidden by itself, without an action before; null for a kind that waits for a person. */
    hideAt: at('hide_at'),
    /** Who hid it last before a decision. */
    hiddenBy: text('hidden_by').$type<'clock' | 'person'>(),
    /** When a person decided, and who; null also for the command line. */
    decidedAt: at('decided_at'),
    decidedBy: uuid('decided_by').references(() => principals.id),
    /** The reason of the decision, as both sides read it. */
    statement: text().notNull().default(''),
    notifiedAt: at('notified_at'),
  },
  (table) => [
    index('claims_queue').on(table.state, table.dueAt),
    index('claims_to_hide').on(table.hideAt).where(sql`state = 'open' and hide_at is not null`),
    index('claims_claimant').on(table.claimantId),
    check(
      'claims_kind',
      sql`${table.kind} in ('intimate', 'likeness', 'copyright', 'trademark', 'law')`,
    ),
    check('claims_state', sql`${table.state} in ('open', 'hidden', 'taken_down', 'rejected')`),
  ],
)
export type ClaimRow = typeof claims.$inferSelect
owned(claims, {
  owner: 'claimantId',
  claim: 'keep: its visitor has no browser, so that nobody signs in as it',
  deleted: 'keep: its visitor has no account to delete; the sweep of claims empties it',
  export: 'none: its visitor has no account; the page of the claim shows it',
})
owned(claims, {
  owner: 'decidedBy',
  claim: 'keep: only accounts decide',
  deleted: 'keep: what an admin did stays written',
  export: 'none: it is about others',
})

/** What a claim names, or a copy of it that was found, as far as it is on this site. */
export const claimItems = pgTable(
  'claim_items',
  {
    id: uuid().primaryKey(),
    claimId: uuid('claim_id')
      .notNull()
      .references(() => claims.id),
    subjectType: text('subject_type').$type<ReportedType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    state: text()
      .$type<'open' | 'hidden' | 'taken_down' | 'rejected' | 'restored'>()
      .notNull()
      .default('open'),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [
    unique('claim_items_once').on(table.claimId, table.subjectType, table.subjectId),
    index('claim_items_subject').on(table.subjectId),
    index('claim_items_owner').on(table.ownerId),
    check(
      'claim_items_state',
      sql`${table.state} in ('open', 'hidden', 'taken_down', 'rejected', 'restored')`,
    ),
  ],
)
export type ClaimItemRow = typeof claimItems.$inferSelect
owned(claimItems, {
  owner: 'ownerId',
  claim: 'keep: what was decided stays with whom it was told',
  deleted: 'keep: what was decided stays written',
  export: {
    file: 'claims.json',
    order: claimItems.id,
    // What others claim is about them too: a person's copy says what was decided about the person's own things.
    view: (row) => ({
      id: row.id,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      state: row.state,
      changed_at: row.changedAt,
    }),
  },
})

/** The words of the owner of a claimed thing, one for each owner and claim. */
export const claimObjections = pgTable(
  'claim_objections',
  {
    id: uuid().primaryKey(),
    claimId: uuid('claim_id')
      .notNull()
      .references(() => claims.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    text: text().notNull(),
    createdAt: at('created_at').notNull(),
    /** Of a counter-notice about copyright: when all is shown again, unless the claimant goes on. */
    restoreAt: at('restore_at'),
    goesOnAt: at('goes_on_at'),
    outcome: text().$type<'upheld' | 'refused'>(),
    statement: text().notNull().default(''),
    decidedAt: at('decided_at'),
    /** Null for the command line, and for what the calendar decided. */
    decidedBy: uuid('decided_by').references(() => principals.id),
    notifiedAt: at('notified_at'),
  },
  (table) => [
    unique('claim_objections_once').on(table.claimId, table.ownerId),
    index('claim_objections_due').on(table.restoreAt).where(sql`outcome is null`),
    index('claim_objections_owner').on(table.ownerId),
    check('claim_objections_outcome', sql`${table.outcome} in ('upheld', 'refused')`),
  ],
)
export type ClaimObjectionRow = typeof claimObjections.$inferSelect
owned(claimObjections, {
  owner: 'ownerId',
  locks: 'reports',
  claim: 'keep: it belongs to the things that it is about',
  deleted: { set: () => ({ text: '' }) },
  export: {
    file: 'claim-objections.json',
    order: claimObjections.createdAt,
    view: (row) => ({
      id: row.id,
      text: row.text,
      created_at: row.createdAt,
      outcome: row.outcome,
      statement: row.statement,
    }),
  },
})
owned(claimObjections, {
  owner: 'decidedBy',
  claim: 'keep: only accounts decide',
  deleted: 'keep: what an admin did stays written',
  export: 'none: it is about others',
})

/** By what taken down pictures are known again: one row for each way in which a copy may be turned or cut. */
export const takenLooks = pgTable(
  'taken_looks',
  {
    id: uuid().primaryKey(),
    claimId: uuid('claim_id')
      .notNull()
      .references(() => claims.id),
    mediaId: uuid('media_id').notNull(),
    coarse: text().notNull(),
    fine: text().notNull(),
  },
  (table) => [index('taken_looks_claim').on(table.claimId)],
)
