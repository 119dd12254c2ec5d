import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import type { GatewayTransaction } from '../spec.ts'
import { sandboxCheckouts, sandboxTransactions } from './tables.ts'

const PAGE = 500
const NIL = '00000000-0000-0000-0000-000000000000'

export async function* listTransactions(db: Db, since: Date): AsyncIterable<GatewayTransaction> {
  let after = NIL
  for (;;) {
    const page = await db
      .select({
        id: sandboxTransactions.id,
        kind: sandboxTransactions.kind,
        intentId: sandboxCheckouts.intentId,
        net: sandboxTransactions.net,
        currency: sandboxTransactions.currency,
        occurredAt: sandboxTransactions.createdAt,
      })
      .from(sandboxTransactions)
      .leftJoin(sandboxCheckouts, eq(sandboxCheckouts.id, sandboxTransactions.checkoutId))
      .where(and(gte(sandboxTransactions.createdAt, since), gt(sandboxTransactions.id, after)))
      .orderBy(asc(sandboxTransactions.id))
      .limit(PAGE)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

export async function getBalance(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({
      currency: sandboxTransactions.currency,
      held: sql<string>`sum(${sandboxTransactions.net})`,
    })
    .from(sandboxTransactions)
    .groupBy(sandboxTransactions.currency)
  return new Map(rows.map(({ currency, held }) => [currency, Number(held)]))
}
