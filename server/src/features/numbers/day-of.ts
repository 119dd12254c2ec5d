import { type SQL, sql } from 'drizzle-orm'

/** The day (UTC) of a time. */
export const dayOf = (at: SQL) => sql`(${at} at time zone 'UTC')::date`

/** The first moment of a day such as `2026-11-23`. */
export const beginOf = (day: string) => sql`(${day}::timestamp at time zone 'UTC')`

/** How the id of a workflow is written in a browser's event. */
export const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
