import { and, eq, max, min, ne } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import type { GatewayTransaction, PaymentGateway } from '../../../providers/payments/spec.ts'
import { bookOf } from '../../ledger/index.ts'
import { HOUR_MS } from '../rules.ts'
import { payments } from '../tables.ts'
import { gatewayTransactions } from './tables.ts'

/** The gateway's balance before the first copied movement. */
export const OPENING = 'opening'
const PAGE = 500

/** Copies the gateway's movements since the last copy; answers their intents. */
export async function copyTransactions(ctx: Ctx, gateway: PaymentGateway): Promise<string[]> {
  const since = await findStart(ctx, gateway)
  if (!since) return []
  const intents = new Set<string>()
  let page: GatewayTransaction[] = []
  const keep = async () => {
    if (page.length === 0) return
    const book = bookOf(gateway)
    const kept = await ctx.db
      .insert(gatewayTransactions)
      .values(page.map((each) => ({ book, ...each })))
      .onConflictDoNothing()
      .returning({ intentId: gatewayTransactions.intentId })
    for (const { intentId } of kept) if (intentId) intents.add(intentId)
    page = []
  }
  for await (const transaction of gateway.listTransactions(since)) {
    page.push(transaction)
    if (page.length === PAGE) await keep()
  }
  await keep()
  return [...intents]
}

/** Starts a little before the last copied movement, since a movement may have been made during the listing. */
async function findStart(ctx: Ctx, gateway: PaymentGateway): Promise<Date | undefined> {
  const book = bookOf(gateway)
  const [copied] = await ctx.db
    .select({ last: max(gatewayTransactions.occurredAt) })
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.book, book), ne(gatewayTransactions.kind, OPENING)))
  if (copied?.last) return new Date(copied.last.getTime() - HOUR_MS)
  const [first] = await ctx.db
    .select({ at: min(payments.createdAt) })
    .from(payments)
    .where(eq(payments.book, book))
  return first?.at ? new Date(first.at.getTime() - HOUR_MS) : undefined
}
