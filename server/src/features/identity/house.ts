import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { principals } from '../../schema/identity.ts'
import { toPrincipal } from './principal.ts'
import { HOUSE_ISSUER } from './rules.ts'

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

export async function ensureHouseUser(tx: TxCtx, username: string): Promise<Principal> {
  await tx.db
    .insert(principals)
    .values({
      id: newId(),
      kind: 'user',
      issuer: HOUSE_ISSUER,
      subject: username,
      username,
      createdAt: tx.clock.now(),
    })
    .onConflictDoNothing()
  const [row] = await tx.db
    .select()
    .from(principals)
    .where(and(eq(principals.issuer, HOUSE_ISSUER), eq(principals.subject, username)))
  if (!row) throw new Error(`the house user ${username} could not be made`)
  return toPrincipal(row, tx.config)
}
