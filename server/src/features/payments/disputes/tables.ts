import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { payments } from '../tables.ts'
import type { DisputePhase, DisputeState } from './rules.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    /** The gateway's id, since only the gateway opens disputes. */
    id: text().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: integer().notNull(),
    fee: integer().notNull(),
    state: text().$type<DisputeState>().notNull(),
    phase: text().$type<DisputePhase>().notNull(),
    /** The gateway's word for the bank's reason. */
    reason: text().notNull(),
    /** The end of the time for evidence. */
    dueBy: at('due_by'),
    createdAt: at('created_at').notNull(),
    closedAt: at('closed_at'),
  },
  (t) => [
    index('payment_disputes_payment').on(t.paymentId),
    index('payment_disputes_created').on(t.createdAt, t.id),
    index('payment_disputes_due').on(t.dueBy).where(sql`phase = 'needs_response'`),
    check('payment_disputes_amount', sql`${t.amount} > 0 and ${t.fee} >= 0`),
    check('payment_disputes_state', sql`${t.state} in ('inquiry','opened','won','lost')`),
    check(
      'payment_disputes_phase',
      sql`${t.phase} in ('needs_response','under_review','ended','appealed')`,
    ),
  ],
)
export type DisputeRow = typeof paymentDisputes.$inferSelect
