import type { ClaimKind } from '@vignette/contract/claim-words.ts'
import type { ReportedType } from '@vignette/contract/moderation.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What somebody claims about things on this site, through the form that needs no account. */
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
    state: text().$type<'open' | 'hidden' | 'taken_down' | 'rejected'>().notNull().default('open'),
    createdAt: at('created_at').notNull(),
    dueAt: at('due_at').notNull(),
    /** When all is hidden by itself, if nobody acts before; null for a kind that waits for a person. */
    hideAt: at('hide_at'),
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
