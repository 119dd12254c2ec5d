import { sql } from 'drizzle-orm'
import { isListed, workflows } from '../workflows/index.ts'
import { creations } from './tables.ts'

/**
 * A condition: the creation's recipe is listed. Where the site itself leads to creations, as on the
 * wall, beside others and on storefronts, none leads on to an unlisted or hidden recipe.
 */
export const ofListed = sql`exists (select from ${workflows}
  where ${workflows.id} = ${creations.workflowId} and ${isListed})`
