import { and, eq } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { HOUSE_ISSUER } from './rules.ts'
import { principals } from './tables.ts'
import { toPrincipal } from './to-principal.ts'

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
