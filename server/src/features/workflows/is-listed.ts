import { sql } from 'drizzle-orm'
import { workflows } from './tables.ts'

/**
 * A condition: the recipe stands in Discover. Written literally, as in the partial indexes: a
 * prepared plan cannot use them with a parameter.
 */
export const isListed = sql`${workflows.deletedAt} is null and ${workflows.hiddenAt} is null and not ${workflows.waiting} and ${workflows.failingAt} is null and ${workflows.state} = 'listed'`
