import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { newPeople } from '../../../test/support/money/people.ts'
import { inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { creditNotes, invoices, statements } from '../../schema/payouts.ts'
import { post, taxesIn } from '../ledger/index.ts'
import { performCapture } from '../payments/capture/capture.ts'
import { performRefund } from '../payments/refunds/perform-refund.ts'
import { refundPayment } from '../payments/refunds/request-refund.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { checkStatements } from './check-statements.ts'
import { issueInvoice, issueNote } from './issue-paper.ts'
import { makeMonthStatements } from './make-statements.ts'
import { endOf, monthOf } from './rules-statements.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

const TAXES = [{ jurisdiction: 'DE', name: 'VAT', amount: 47 }]

/** A sale with an invoice that names taxes. */
async function sellOnInvoice() {
  const ctx = { ...world.ctx, config: { ...world.ctx.config, OPERATOR_ADDRESS: '1 Long Lane' } }
  const { id: paymentId } = await world.deliverPaid(await newPeople(world))
  await performCapture(ctx, paymentId)
  const made = await inTransaction(ctx, (tx) => issueInvoice(tx, paymentId))
  if (!made) throw new Error('no invoice')
  await world.database.pool.query(`begin; set local session_replication_role = replica;
    update invoices set taxes = '${JSON.stringify(TAXES)}' where id = '${made.id}'; commit`)
  const [invoice = made] = await ctx.db.select().from(invoices).where(eq(invoices.id, made.id))
  const listNotes = () =>
    ctx.db
      .select()
      .from(creditNotes)
      .where(eq(creditNotes.invoiceId, invoice.id))
      .orderBy(asc(creditNotes.id))
  return { ctx, paymentId, invoice, listNotes }
}
type Sold = Awaited<ReturnType<typeof sellOnInvoice>>

async function refund({ ctx, paymentId }: Sold, amount: number): Promise<string> {
  const { id } = await refundPayment(ctx, { paymentId, amount, reason: 'a test' })
  await performRefund(ctx, id)
  return id
}

async function sendBack({ ctx, paymentId }: Sold, refundId: string): Promise<void> {
  const { sessionId } = await world.payment(paymentId)
  const find = () => world.sandbox.find({ sessionId: sessionId ?? '' })
  const sent = (await find())?.refunds.find((one) => one.refundId === refundId)
  await world.sandbox.settleRefund(sent?.id ?? '', 'failed')
  const view = await find()
  if (!view) throw new Error('no such session')
  await settlePayment(ctx, paymentId, view)
}

test('a credit note whose refund came back is taken back once, with ten tasks at once', async () => {
  const sold = await sellOnInvoice()
  const { ctx, paymentId, invoice, listNotes } = sold
  const first = await refund(sold, 100)
  await issueNote(ctx, 'credit', { paymentId, refundId: first })
  const second = await refund(sold, 50)
  await issueNote(ctx, 'credit', { paymentId, refundId: second })
  const correct = () => issueNote(ctx, 'correction', { paymentId, refundId: first })
  await correct()
  expect(await listNotes()).toHaveLength(2)
  await sendBack(sold, first)
  await Promise.all(Array.from({ length: 10 }, correct))
  const third = await refund(sold, 30)
  await issueNote(ctx, 'credit', { paymentId, refundId: third })
  const notes = await listNotes()
  expect(notes).toMatchObject([
    { refundId: first, amount: 100, corrects: null },
    { refundId: second, amount: 50, corrects: null },
    { refundId: first, amount: 100, corrects: notes[0]?.id },
    { refundId: third, amount: 30, corrects: null },
  ])
  const counts = notes.map(({ number }) => Number(number.slice(-6)))
  expect(counts).toEqual(counts.map((_, at) => (counts[0] ?? 0) + at))
  const credited = notes
    .map(({ taxes, corrects }) => (corrects ? -1 : 1) * (taxes[0]?.amount ?? 0))
    .reduce((sum, cents) => sum + cents, 0)
  expect(credited).toBe(taxesIn(TAXES, 80, invoice.amount)[0]?.amount)
})

test('a refund that came back before its credit note was written has no paper', async () => {
  const sold = await sellOnInvoice()
  const { ctx, paymentId, listNotes } = sold
  const refundId = await refund(sold, 100)
  await sendBack(sold, refundId)
  await issueNote(ctx, 'credit', { paymentId, refundId })
  await issueNote(ctx, 'correction', { paymentId, refundId })
  expect(await listNotes()).toEqual([])
})

test('the creator’s statement counts a refund that came back where the ledger does', async () => {
  const { ctx } = world
  const creator = await world.newPrincipal()
  const paymentId = await world.sell(creator, 300)
  const endMonth = async () => {
    const month = monthOf(ctx.clock.now())
    world.wait(Math.ceil((endOf(month).getTime() - ctx.clock.now().getTime()) / 86_400_000) + 1)
    await makeMonthStatements(ctx, month)
  }
  const of = () => ({
    paymentId,
    refundId,
    amount: 100,
    occurredAt: ctx.clock.now(),
  })
  const refundId = newId()
  await inTransaction(ctx, (tx) => post(tx, 'refund', of()))
  await endMonth()
  await inTransaction(ctx, (tx) => post(tx, 'refund_failed', of()))
  await endMonth()
  const rows = await ctx.db
    .select()
    .from(statements)
    .where(eq(statements.principalId, creator.id))
    .orderBy(asc(statements.position))
  expect(rows).toMatchObject([
    { opening: 0, closing: 140, figures: { parts: { sales: 210, refunds: -70 } } },
    { opening: 140, closing: 210, figures: { parts: { sales: 0, refunds: 70 }, salesCount: 0 } },
  ])
  expect(await checkStatements(ctx)).toMatchObject({ faults: [] })
})
