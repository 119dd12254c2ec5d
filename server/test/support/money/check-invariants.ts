import { currencyHere } from '@vignette/contract/currency.ts'
import { expect } from 'vitest'
import { countUses } from '../../../src/features/promotion/queries.ts'
import type { GatewayPayment } from '../../../src/providers/payments/spec.ts'
import type { MoneyWorld } from './create-money-world.ts'
import type { Sale, Story } from './money-story.ts'
import { countUsesOf } from './offer.ts'

interface Books {
  state: string
  /** What the buyer was to pay. */
  amount: number
  creation_id: string | null
  captured: number
  refunded: number
  disputed: number
  unbalanced: number
  captures: number
  /** The tax that the authorisation froze. */
  tax: number
  owed: number
  taxOwed: number
  /** The tax owed to the jurisdiction that is owed the least. */
  leastTax: number
  gateway: number
  contested: number
  referralPercent: number | null
  commission: number
  platform: number
  /** What all runs on the payment cost. */
  cost: number
}

/** SQL that shares no code with the product, whose books are under test. */
const BOOKS = `
  select p.referral_percent as "referralPercent",
    coalesce(sum(-l.amount) filter (where a.kind = 'referrer'), 0)::int as commission,
    coalesce(sum(-l.amount) filter (where a.kind = 'platform'), 0)::int as platform,
    coalesce(sum(l.amount) filter (where a.kind = 'provider_costs'), 0)::int as cost,
    p.state, p.amount, p.creation_id, p.captured, p.refunded, p.disputed, p.tax,
    (select count(*)::int from (
      select 1 from ledger_entries e left join ledger_postings l on l.entry_id = e.id
      where e.payment_id = p.id group by e.id having coalesce(sum(l.amount), 1) <> 0) off) as unbalanced,
    (select count(*)::int from ledger_entries e where e.payment_id = p.id and e.kind = 'capture') as captures,
    coalesce(sum(-l.amount) filter (where a.kind in ('creator', 'unclaimed')), 0)::int as owed,
    coalesce(sum(-l.amount) filter (where a.kind = 'tax_payable'), 0)::int as "taxOwed",
    coalesce((select min(part.owed) from (
      select sum(-line.amount)::int as owed from ledger_entries entry
      join ledger_postings line on line.entry_id = entry.id
      join ledger_accounts place on place.id = line.account_id and place.kind = 'tax_payable'
      where entry.payment_id = p.id group by place.id) part), 0) as "leastTax",
    coalesce(sum(l.amount) filter (where a.kind = 'gateway'), 0)::int as gateway,
    coalesce(sum(l.amount) filter (where a.kind in ('contested')), 0)::int as contested
  from payments p
  left join ledger_entries e on e.payment_id = p.id
  left join ledger_postings l on l.entry_id = e.id
  left join ledger_accounts a on a.id = l.account_id
  where p.id = $1 group by p.id`

async function readBooks(world: MoneyWorld, sale: Sale): Promise<Books> {
  const { rows } = await world.database.pool.query<Books>(BOOKS, [sale.paymentId])
  if (!rows[0]) throw new Error('no such payment')
  return rows[0]
}

async function look(world: MoneyWorld, sale: Sale): Promise<GatewayPayment> {
  const view = await world.ctx.gateway.find({ sessionId: sale.sessionId })
  if (!view) throw new Error('the gateway has lost a checkout')
  return view
}

/** 70% in whole cents, half up, computed in another way than in the product. */
function seventyPercent(cents: number): number {
  return Math.floor((cents * 7) / 10 + 0.5)
}

/** The list price of the gateways, in another way than in the product. */
const FEES: Record<string, [perMille: number, fixed: number]> = {
  usd: [29, 30],
  eur: [15, 25],
  jpy: [36, 0],
}
function cardFee(cents: number): number {
  const [perMille, fixed] = FEES[currencyHere()] ?? [0, 0]
  return Math.floor((cents * perMille + 500) / 1000) + fixed
}

/**
 * A commission is 5% of what is left after tax, without a part of a cent; a commission comes out of
 * what the platform's part leaves after the card fee and the cost, and out of nothing else.
 */
function checkCommission(
  { captured, owed, referralPercent, commission, platform, cost }: Books,
  net: number,
): void {
  const spare = captured ? net - owed - cardFee(captured) - cost : 0
  const most = Math.floor((net * (referralPercent ?? 0)) / 100)
  expect(commission).toBe(Math.max(0, Math.min(most, spare)))
  if (commission > 0) expect(platform).toBeGreaterThanOrEqual(cardFee(captured) + cost)
}

const sum = (items: { amount: number }[]) => items.reduce((total, { amount }) => total + amount, 0)

/** No code is used above its limits, by all buyers or by one. */
async function checkUses(world: MoneyWorld, { code, buyers }: Story): Promise<void> {
  if (!code) return
  expect(await countUsesOf(world, code.id)).toBeLessThanOrEqual(code.total)
  for (const { id } of buyers) {
    expect(await countUsesOf(world, code.id, id)).toBeLessThanOrEqual(code.perBuyer)
  }
}

/** The price with a code leaves the platform the card fee, whatever tax the price includes. */
function checkPrice({ ctx }: MoneyWorld, { price, byCode }: Sale, { amount }: Books): void {
  expect(amount).toBe(price)
  if (!byCode) return
  const net = ctx.gateway.includesTax ? amount - Math.round((amount * 27) / 127) : amount
  expect(net - seventyPercent(net)).toBeGreaterThanOrEqual(cardFee(amount))
}

/** The invariants at every moment, however late the webhooks are. */
export async function checkAlways(world: MoneyWorld, story: Story): Promise<void> {
  await checkUses(world, story)
  for (const sale of story.sales) {
    const books = await readBooks(world, sale)
    expect(books.unbalanced).toBe(0)
    checkPrice(world, sale, books)
    expect(books.captures).toBe(books.state === 'captured' ? 1 : 0)
    const remaining = Math.max(0, books.captured - books.refunded - books.disputed)
    const tax = books.captured ? Math.round((books.tax * remaining) / books.captured) : 0
    expect(books.taxOwed).toBe(tax)
    expect(books.leastTax).toBeGreaterThanOrEqual(0)
    expect(books.owed).toBe(seventyPercent(remaining - tax))
    checkCommission(books, remaining - tax)
    // One payment has one delivered creation, and the gateway has no charge without a creation.
    const isProof = books.state === 'delivered'
    expect(sale.delivered).toEqual(books.creation_id && !isProof ? [books.creation_id] : [])
    if (isProof) expect(books.creation_id).toBe(sale.proofs.at(-1)?.creationId)
    const view = await look(world, sale)
    if (view.state === 'captured') {
      expect(sale.delivered).toHaveLength(1)
      expect(view.capturedAmount).toBe(sale.price)
    }
  }
}

/** The invariants once all webhooks have arrived: our books and the gateway's agree to the cent. */
export async function checkSettled(world: MoneyWorld, story: Story): Promise<void> {
  await checkAlways(world, story)
  let used = 0
  for (const sale of story.sales) {
    const books = await readBooks(world, sale)
    const view = await look(world, sale)
    if (sale.byCode && ['open', 'authorized', 'captured'].includes(view.state)) used++
    const refunded = sum(view.refunds.filter(({ state }) => state !== 'failed'))
    const taken = sum(view.disputes.filter(({ state }) => state === 'opened' || state === 'lost'))
    const fees = (view.fee ?? 0) + view.disputes.reduce((total, { fee }) => total + fee, 0)
    expect(books).toMatchObject({
      captured: view.capturedAmount,
      ...(books.state === 'captured' ? { tax: sum(view.taxes) } : {}),
      refunded,
      disputed: taken,
      gateway: view.capturedAmount - refunded - taken - fees,
      contested: sum(view.disputes.filter(({ state }) => state === 'opened')),
    })
    const ended = view.state === 'captured' ? 'captured' : sale.delivered.length > 0 ? 'failed' : ''
    if (ended === 'captured') expect(books.state).toBe('captured')
    if (ended === 'failed') expect(books.state).toBe('capture_failed')
    expect(['capture_requested', 'release_requested']).not.toContain(books.state)
  }
  // Each end at the gateway without a charge gives its use back, and no other end does.
  const { code } = story
  if (code) {
    const uses = await countUses(world.ctx, { codeIds: [code.id] })
    const { used: taken = 0, held = 0 } = uses.get(code.id) ?? {}
    expect(taken + held).toBe(used)
  }
}
