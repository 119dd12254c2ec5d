import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { HOUSE_ISSUER } from './rules.ts'
import { principals } from './tables.ts'

/** A condition on `principals`: an account of the house, which makes the first catalogue. */
export const isOfHouse = eq(principals.issuer, HOUSE_ISSUER)

/** A condition: another owner than the house, whose own creations count as no remixes. */
export function notOfHouse(ownerId: SQLWrapper): SQL {
  return sql`${ownerId} not in (select ${principals.id} from ${principals} where ${isOfHouse})`
}

/** Whether a principal is an account of the house. */
export async function isHouse(ctx: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  return (await ctx.db.$count(principals, and(eq(principals.id, id), isOfHouse))) > 0
}
