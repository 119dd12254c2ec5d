import { type SQL, sql } from 'drizzle-orm'
import { media, mediaFeatures } from './tables.ts'

export interface Seen {
  mediaId: string
  /** In base64. */
  features: string
}

/**
 * Adds to a statement that each delivery makes anyway the features that the picture's check saw, so
 * that look-alikes are found without a further statement and without reading the picture again.
 */
export function addFeatures(statement: SQL, { mediaId, features }: Seen): SQL {
  const numbers = Buffer.from(features, 'base64')
  return sql`with seen as (
      insert into ${mediaFeatures} (media_id, features)
      select id, ${numbers}::bytea from ${media} where id = ${mediaId} and deleted_at is null
      on conflict do nothing
    ) ${statement}`
}
