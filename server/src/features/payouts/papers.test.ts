import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { newPeople } from '../../../test/support/money/people.ts'
import { inTransaction } from '../../ctx.ts'
import { creditNotes, invoices, statements } from '../../schema/payouts.ts'
import { performCapture } from '../payments/capture/capture.ts'
import { performRefund } from '../payments/refunds/perform-refund.ts'
import { refundPayment } from '../payments/refunds/request-refund.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { issueInvoice, issueNote } from './issue-paper.ts'
import { makeMonthStatements } from './make-statements.ts'
import { type PaperLink, signPaper } from './paper.ts'
import { printInvoice } from './print-invoice.ts'
import { monthOf } from './rules-statements.ts'
import { printStatement } from './statement.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

const OPERATOR = {
  OPERATOR_NAME: 'Vignette Ltd',
  OPERATOR_ADDRESS: '1 Long Lane\nLondon',
  OPERATOR_VAT_ID: 'GB123',
}

test('each kind of paper says, in its series, what happened to one sale', async () => {
  const ctx = { ...world.ctx, config: { ...world.ctx.config, ...OPERATOR } }
  const people = await newPeople(world)
  const { id: paymentId } = await world.deliverPaid(people)
  await performCapture(ctx, paymentId)
  const invoice = await inTransaction(ctx, (tx) => issueInvoice(tx, paymentId))
  const buyer = { name: 'Ada & Söhne', address: 'Hauptstr. 1\n10115 Berlin', vatId: 'DE999' }
  const taxes = [{ jurisdiction: 'DE', name: 'VAT' as const, amount: 47 }]
  const isThis = eq(invoices.paymentId, paymentId)
  await world.database.db.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica')
    await tx.update(invoices).set({ buyer, taxes }).where(isThis)
  })

  const { id: refundId } = await refundPayment(ctx, { paymentId, amount: 100, reason: 'a test' })
  await performRefund(ctx, refundId)
  await issueNote(ctx, 'credit', { paymentId, refundId })
  const { sessionId } = await world.payment(paymentId)
  const sent = await world.sandbox.find({ sessionId: sessionId ?? '' })
  await world.sandbox.settleRefund(sent?.refunds[0]?.id ?? '', 'failed')
  const view = await world.sandbox.find({ sessionId: sessionId ?? '' })
  if (view) await settlePayment(ctx, paymentId, view)
  await issueNote(ctx, 'correction', { paymentId, refundId })
  const notes = await ctx.db.select().from(creditNotes).orderBy(asc(creditNotes.id))

  const month = monthOf(ctx.clock.now())
  world.wait(32)
  await makeMonthStatements(ctx, month)
  const [statement] = await ctx.db.select().from(statements)
  const creator = actAs(ctx, people.creator)

  const print = (paper: PaperLink) => printInvoice(ctx, signPaper(ctx, paper))
  const pages = [
    await print({ kind: 'invoice', id: invoice?.id ?? '' }),
    ...(await Promise.all(notes.map(({ id }) => print({ kind: 'credit', id })))),
    await printStatement(creator, statement?.number ?? ''),
  ]
  const text = pages
    .map((page) => textOf(page))
    .join('\n\n')
    .replaceAll(paymentId, 'PAYMENT')
    .replaceAll(people.creator.id, 'CREATOR')
    .replace(/guest-[a-z]{6}/, 'guest-NAME')
    .replace(/[0-9a-f]{64}/, 'HASH')
  await expect(`${text}\n`).toMatchFileSnapshot('papers.txt')
})

/** The words of a page, a line each. */
function textOf(page: string): string {
  return page
    .slice(page.indexOf('<main>'))
    .replaceAll(/<\/t[hd]><t[hd][^>]*>/g, ' | ')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
