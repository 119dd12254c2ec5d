import type { WEBHOOK_TEST, WebhookEvent } from '@vignette/contract/webhook-words.ts'
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Where an account's own server is told of news. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    state: text().$type<'on' | 'paused' | 'gone'>().notNull(),
    /** Sealed; null where another SECRET took the place of the one that sealed it. */
    secret: text(),
    /** The replaced secret, sealed, which signs until then. */
    oldSecret: text('old_secret'),
    oldSecretUntil: at('old_secret_until'),
    createdAt: at('created_at').notNull(),
    /** Attempts in a row that were not taken; the wait before the next grows with them. */
    failures: integer().notNull().default(0),
    failingSince: at('failing_since'),
    nextAt: at('next_at').notNull(),
    /** The fencing token: raised by each lease, and named when the outcome is written. */
    attempt: integer().notNull().default(0),
    leasedUntil: at('leased_until'),
  },
  (t) => [
    index('webhook_endpoints_owner').on(t.ownerId),
    index('webhook_endpoints_due').on(t.nextAt).where(sql`state = 'on'`),
    check('webhook_endpoints_state', sql`${t.state} in ('on', 'paused', 'gone')`),
    check(
      'webhook_endpoints_old_secret',
      sql`(${t.oldSecret} is null) = (${t.oldSecretUntil} is null)`,
    ),
  ],
)
export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect
owned(webhookEndpoints, {
  owner: 'ownerId',
  locks: 'webhooks',
  claim: 'only accounts',
  deleted: 'delete',
  export: {
    file: 'webhooks.json',
    order: webhookEndpoints.id,
    // The rest of an address may hold a key.
    view: ({ id, url, events, state, createdAt }) => ({
      id,
      site: new URL(url).origin,
      events,
      state,
      created_at: createdAt,
    }),
  },
})

/** News for one endpoint, written in the transaction that makes the news true. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The webhook-id. */
    id: uuid().primaryKey(),
    /** The order in which an endpoint gets its deliveries. */
    seq: bigserial({ mode: 'number' }).notNull(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    type: text().$type<WebhookEvent | typeof WEBHOOK_TEST>().notNull(),
    /** Exactly what is sent. */
    body: text().notNull(),
    state: text().$type<'waiting' | 'delivered' | 'failed'>().notNull(),
    /** Asked for by a person: sent once, before those that wait. */
    byHand: boolean('by_hand').notNull().default(false),
    attempts: integer().notNull().default(0),
    sentAt: at('sent_at'),
    tookMs: integer('took_ms'),
    status: integer(),
    answer: text(),
    error: text(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('webhook_deliveries_endpoint').on(t.endpointId, t.seq),
    index('webhook_deliveries_waiting').on(t.endpointId, t.seq).where(sql`state = 'waiting'`),
    check('webhook_deliveries_state', sql`${t.state} in ('waiting', 'delivered', 'failed')`),
  ],
)
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect
