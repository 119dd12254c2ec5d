import { sql } from 'drizzle-orm'
import { isListed, workflows } from '../workflows/index.ts'
import { creations } from './tables.ts'

/** A condition: the creation's recipe is listed. Neither an unlisted recipe nor its creations stand in any list. */
export const ofListed = sql`exists (select from ${workflows}
  where ${workflows.id} = ${creations.workflowId} and ${isListed})`
