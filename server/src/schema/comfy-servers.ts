import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

/** ComfyUI servers that creators bring, each for its owner's recipes alone. */
export const comfyServers = pgTable(
  'comfy_servers',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    name: text().notNull(),
    url: text().notNull(),
    auth: text().$type<'none' | 'bearer' | 'basic'>().notNull(),
    /** The Authorization header, sealed; null where it needs none, or another SECRET took the place of the one that sealed it. */
    sealedHeader: text('sealed_header'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('comfy_servers_owner_name').on(t.ownerId, t.name),
    check('comfy_servers_auth', sql`${t.auth} in ('none', 'bearer', 'basic')`),
    check('comfy_servers_none', sql`${t.auth} <> 'none' or ${t.sealedHeader} is null`),
  ],
)
export type ComfyServerRow = typeof comfyServers.$inferSelect
owned(comfyServers, {
  owner: 'ownerId',
  locks: 'comfy servers',
  claim: 'only accounts',
  deleted: 'delete',
  export: {
    file: 'comfy-servers.json',
    order: comfyServers.id,
    view: ({ id, name, url, auth, createdAt }) => ({ id, name, url, auth, created_at: createdAt }),
  },
})
