import { CODE, type CodeKind } from '@vignette/contract/code-limits.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

/** A creator's code. Its uses are the payments and jobs that name it, so that none is counted twice. */
export const codes = pgTable(
  'codes',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    /** Stored in capitals. */
    code: text().notNull(),
    kind: text().$type<CodeKind>().notNull(),
    /** Percent, or cents; null for free runs. */
    value: integer(),
    /** Empty for all workflows of the owner. */
    workflowIds: uuid('workflow_ids').array().notNull(),
    from: timestamp('from_at', { withTimezone: true }),
    /** The code no longer holds at this time. */
    until: timestamp('until_at', { withTimezone: true }),
    total: integer(),
    perBuyer: integer('per_buyer').notNull(),
    /** What a free run may take from the owner's balance, as the owner agreed; 0 where runs cost nothing. */
    runCost: integer('run_cost').notNull().default(0),
    state: text().$type<'draft' | 'active' | 'stopped'>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('codes_code').on(t.ownerId, t.code),
    check('codes_kind', sql`${t.kind} in ('percent', 'amount', 'free')`),
    check(
      'codes_value',
      sql`(${t.kind} = 'free') = (${t.value} is null) and (${t.kind} <> 'free' or ${t.total} is not null) and (${t.value} is null or ${t.value} >= 1) and (${t.kind} <> 'percent' or ${t.value} <= ${sql.raw(String(CODE.maxPercent))})`,
    ),
    check('codes_limits', sql`${t.total} >= 1 and ${t.perBuyer} >= 1`),
    check('codes_run_cost', sql`${t.runCost} >= 0 and (${t.runCost} = 0 or ${t.kind} = 'free')`),
    check('codes_state', sql`${t.state} in ('draft', 'active', 'stopped')`),
  ],
)
export type CodeRow = typeof codes.$inferSelect
// Payments keep the price that a deleted code gave.
owned(codes, {
  owner: 'ownerId',
  locks: 'codes',
  claim: 'move',
  deleted: 'delete',
  export: 'by promotion/answers.ts',
})

/** How many browsers opened a fan's link for the first time; nothing here tells whose they were. */
export const referralDays = pgTable(
  'referral_days',
  {
    referrerId: uuid('referrer_id')
      .notNull()
      .references(() => principals.id),
    /** UTC. */
    day: date().notNull(),
    clicks: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.referrerId, t.day] })],
)
owned(referralDays, {
  owner: 'referrerId',
  locks: 'referrals',
  claim: 'only accounts',
  deleted: 'delete',
  export: 'by promotion/answers.ts',
})
