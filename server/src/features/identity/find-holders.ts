import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Holder } from './read-holder.ts'
import { principals, sessions } from './tables.ts'

/** The principal's id of each holder; the account's id where the visitor was claimed. */
export async function findHolders(
  ctx: Pick<Ctx, 'db'>,
  holders: readonly Holder[],
): Promise<(holder: Holder) => string | undefined> {
  const signedIn = holders.flatMap((holder) => ('session' in holder ? holder.session : []))
  const anonymous = holders.flatMap((holder) => ('visitor' in holder ? holder.visitor : []))
  const known = new Map<string, string>()
  if (signedIn.length > 0) {
    const rows = await ctx.db
      .select({ hash: sessions.tokenHash, id: sessions.principalId })
      .from(sessions)
      .where(inArray(sessions.tokenHash, signedIn))
    for (const { hash, id } of rows) known.set(hash, id)
  }
  if (anonymous.length > 0) {
    const id = sql<string>`coalesce(${principals.claimedBy}, ${principals.id})`
    const rows = await ctx.db
      .select({ hash: principals.anonHash, id })
      .from(principals)
      .where(inArray(principals.anonHash, anonymous))
    for (const { hash, id } of rows) if (hash) known.set(hash, id)
  }
  return (holder) => known.get('session' in holder ? holder.session : holder.visitor)
}
