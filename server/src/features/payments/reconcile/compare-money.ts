import { currencyHere } from '@vignette/contract/currency.ts'
import { and, asc, eq, gt, inArray, isNotNull, max, min, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import type { GatewayTransaction, PaymentGateway } from '../../../providers/payments/spec.ts'
import { gatewayTransactions, type PaymentRow, payments } from '../../../schema/payments.ts'
import { bookOf, sumGatewayByPayment } from '../../ledger/index.ts'
import { HOUR_MS } from '../rules.ts'
import type { Difference } from './difference.ts'

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
  const balance = (await gateway.getBalance()).get(currencyHere()) ?? 0
  const isOurs = and(
    eq(gatewayTransactions.book, book),
    eq(gatewayTransactions.currency, currencyHere()),
  )
  const [sum] = await ctx.db.select({ net }).from(gatewayTransactions).where(isOurs)
  const moved = Number(sum?.net ?? 0)
  const opened = await ctx.db
    .insert(gatewayTransactions)
    .values({
      book,
      id: OPENING,
      kind: OPENING,
      net: balance - moved,
      currency: currencyHere(),
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

/** The gateway's balance before the first copied movement. */
const OPENING = 'opening'
const BATCH = 500

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
    if (page.length === BATCH) await keep()
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
