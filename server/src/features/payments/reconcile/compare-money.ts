import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import type { PaymentGateway } from '../../../providers/payments/spec.ts'
import { bookOf, sumGatewayByPayment } from '../../ledger/index.ts'
import type { Difference } from '../difference.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { copyTransactions, OPENING } from './copy-transactions.ts'
import { gatewayTransactions } from './tables.ts'

const PAGE = 1_000
const NIL = '00000000-0000-0000-0000-000000000000'
const net = sql<string>`coalesce(sum(${gatewayTransactions.net}), 0)`

/**
 * Compares the ledger's gateway account of each payment with the movements of the gateway's balance,
 * and the sum of all movements with the balance itself. Asks the gateway for new movements only.
 */
export async function compareMoney(ctx: Ctx, gateway: PaymentGateway): Promise<Difference[]> {
  await copyTransactions(ctx, gateway)
  const found = await compareAll(ctx, gateway)
  if (found.length === 0) return found
  // A posting made before its movement was copied is no difference, so a difference must show twice.
  await copyTransactions(ctx, gateway)
  const again = new Set((await compareAll(ctx, gateway)).map(nameOf))
  return found.filter((each) => again.has(nameOf(each)))
}

const nameOf = ({ kind, paymentId, ours, theirs }: Difference) =>
  [kind, paymentId, ours, theirs].join(' ')

async function compareAll(ctx: Ctx, gateway: PaymentGateway): Promise<Difference[]> {
  const differences: Difference[] = []
  let after = NIL
  for (;;) {
    const page = await ctx.db
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.book, bookOf(gateway)),
          isNotNull(payments.intentId),
          gt(payments.id, after),
        ),
      )
      .orderBy(asc(payments.id))
      .limit(PAGE)
    const last = page.at(-1)
    if (!last) break
    differences.push(...(await comparePage(ctx, gateway, page)))
    after = last.id
  }
  return [...differences, ...(after === NIL ? [] : await compareBalance(ctx, gateway))]
}

async function comparePage(
  ctx: Ctx,
  gateway: PaymentGateway,
  page: PaymentRow[],
): Promise<Difference[]> {
  const book = bookOf(gateway)
  const posted = await sumGatewayByPayment(
    ctx,
    page.map(({ id }) => id),
  )
  const intents = page.flatMap(({ intentId }) => intentId ?? [])
  const rows = await ctx.db
    .select({ intentId: gatewayTransactions.intentId, net })
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.book, book), inArray(gatewayTransactions.intentId, intents)))
    .groupBy(gatewayTransactions.intentId)
  const moved = new Map(rows.map((row) => [row.intentId, Number(row.net)]))
  return page.flatMap(({ id, sessionId, intentId }) => {
    const [ours, theirs] = [posted.get(id) ?? 0, moved.get(intentId) ?? 0]
    if (ours === theirs) return []
    const sums = { ours: `ledger ${ours}`, theirs: `transactions ${theirs}` }
    return [{ kind: 'money' as const, book, paymentId: id, sessionId, ...sums }]
  })
}

/** The movements include payouts, the gateway's own invoices and other systems' sales. */
async function compareBalance(ctx: Ctx, gateway: PaymentGateway): Promise<Difference[]> {
  const book = bookOf(gateway)
  const balance = (await gateway.getBalance()).get(CURRENCY) ?? 0
  const isOurs = and(eq(gatewayTransactions.book, book), eq(gatewayTransactions.currency, CURRENCY))
  const [sum] = await ctx.db.select({ net }).from(gatewayTransactions).where(isOurs)
  const moved = Number(sum?.net ?? 0)
  const opened = await ctx.db
    .insert(gatewayTransactions)
    .values({
      book,
      id: OPENING,
      kind: OPENING,
      net: balance - moved,
      currency: CURRENCY,
      occurredAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: gatewayTransactions.id })
  if (opened.length > 0 || balance === moved) return []
  return [
    {
      kind: 'balance',
      book,
      paymentId: null,
      sessionId: null,
      ours: `all transactions ${moved}`,
      theirs: `balance ${balance}`,
    },
  ]
}
