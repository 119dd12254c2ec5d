import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { HOUSE_ISSUER } from './rules.ts'
import { principals } from './tables.ts'

/** A condition on `principals`: an account of the house, which makes the first catalogue. */
export const isOfHouse = eq(principals.issuer, HOUSE_ISSUER)

/** A condition: another owner than the house, whose own creations count as no remixes. */
export function notOfHouse(ownerId: SQLWrapper): SQL {
  return sql`${ownerId} not in (select ${principals.id} from ${principals} where ${isOfHouse})`
}
