import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { payments } from '../tables.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Cancelled runs that cost the operator money, or time on a public server, kept for the day (UTC) of the cancelling only. */
export const cancelledRuns = pgTable(
  'cancelled_runs',
  {
    jobId: uuid('job_id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** A keyed hash of the client's network. */
    network: text(),
    at: at('at').notNull(),
  },
  (t) => [
    index('cancelled_runs_payment').on(t.paymentId),
    index('cancelled_runs_network').on(t.network, t.at),
    index('cancelled_runs_at').on(t.at),
  ],
)
