import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Html, html, htmlLines } from '../../platform/html.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tax } from '../../providers/payments/spec.ts'
import { type CreditNoteRow, creditNotes, type InvoiceRow, invoices } from '../../schema/payouts.ts'
import { readPaper } from './paper.ts'
import { renderPaper, renderTable } from './render-paper.ts'

/** The page of an invoice, credit note or correction. Each shows the buyer's name, so reading any of them seals the name. */
export async function printInvoice(ctx: Ctx, token: string): Promise<string> {
  const paper = readPaper(ctx, token)
  if (!paper) throw absent()
  if (paper.kind === 'invoice') return renderInvoice(await sealInvoice(ctx, paper.id))
  const [note] = await ctx.db.select().from(creditNotes).where(eq(creditNotes.id, paper.id))
  if (!note) throw absent()
  const invoice = await sealInvoice(ctx, note.invoiceId)
  if (note.corrects === null) return renderCreditNote(note, invoice)
  const [corrected] = await ctx.db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.id, note.corrects))
  if (!corrected) throw absent()
  return renderCorrection(note, corrected, invoice)
}

async function sealInvoice(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const now = ctx.clock.now().toISOString()
  await ctx.db
    .update(invoices)
    .set({ sealedAt: sql`${now}::timestamptz` })
    .where(sql`${invoices.id} = ${id} and ${invoices.sealedAt} is null`)
  const [row] = await ctx.db.select().from(invoices).where(eq(invoices.id, id))
  if (!row) throw absent()
  return row
}

function absent(): AppError {
  return new AppError('not_found', 'This link is older than an hour. Open the invoice once more.')
}

/** The paper that takes a credit note back, after the bank sent its refund back. */
function renderCorrection(
  correction: CreditNoteRow,
  corrected: CreditNoteRow,
  invoice: InvoiceRow,
): string {
  return renderPaper({
    title: `Correction ${correction.number}`,
    test: testOf(invoice),
    operator: invoice.operator,
    facts: [
      `Issued on ${dayOf(correction.issuedAt)}`,
      `Takes back credit note ${corrected.number} of ${dayOf(corrected.issuedAt)}`,
      `For invoice ${invoice.number} of ${dayOf(invoice.issuedAt)}`,
      `Payment ${invoice.paymentId}`,
    ],
    body: htmlLines([
      buyerOf(invoice),
      html`<h2>Not refunded</h2>`,
      renderTable(
        'Not refunded',
        COLUMNS,
        linesOf(
          `Of one run of the recipe “${invoice.workflowName}”`,
          correction.amount,
          correction.taxes,
          1,
        ),
        ['Total in US dollars', formatCents(correction.amount)],
      ),
      html`<p class="quiet small">The bank sent the refund back, so the credit note no longer counts.</p>`,
    ]),
  })
}

const dayOf = (at: Date) => formatDay(at.toISOString())
const COLUMNS = [{ head: 'What' }, { head: 'Amount', amount: true }] as const

function renderInvoice(row: InvoiceRow): string {
  return renderPaper({
    title: `Invoice ${row.number}`,
    test: testOf(row),
    operator: row.operator,
    facts: [
      `Issued on ${dayOf(row.issuedAt)}`,
      `Supplied and paid on ${dayOf(row.suppliedAt)}`,
      `Payment ${row.paymentId}`,
    ],
    body: htmlLines([
      buyerOf(row),
      html`<h2>Supplied</h2>`,
      renderTable(
        'Supplied',
        COLUMNS,
        linesOf(
          `One run of the recipe “${row.workflowName}”, delivered online`,
          row.amount,
          row.taxes,
          1,
        ),
        ['Total in US dollars', formatCents(row.amount)],
      ),
      html`<p class="quiet small">Paid in full by card. Nothing is left to pay.</p>`,
    ]),
  })
}

function renderCreditNote(note: CreditNoteRow, invoice: InvoiceRow): string {
  return renderPaper({
    title: `Credit note ${note.number}`,
    test: testOf(invoice),
    operator: invoice.operator,
    facts: [
      `Issued on ${dayOf(note.issuedAt)}`,
      `For invoice ${invoice.number} of ${dayOf(invoice.issuedAt)}`,
      `Payment ${invoice.paymentId}`,
    ],
    body: htmlLines([
      buyerOf(invoice),
      html`<h2>Refunded</h2>`,
      renderTable(
        'Refunded',
        COLUMNS,
        linesOf(`Of one run of the recipe “${invoice.workflowName}”`, note.amount, note.taxes, -1),
        ['Total in US dollars', formatCents(-note.amount)],
      ),
    ]),
  })
}

/** The net, and each tax on it. */
function linesOf(what: string, amount: number, taxes: readonly Tax[], sign: 1 | -1): string[][] {
  const net = taxes.reduce((rest, tax) => rest - tax.amount, amount)
  return [
    [what, formatCents(sign * net)],
    ...taxes.map((tax) => [`${tax.name} (${tax.jurisdiction})`, formatCents(sign * tax.amount)]),
  ]
}

function testOf({ book }: InvoiceRow): string | null {
  return book === 'live' ? null : 'Test money: nobody was charged, so this is no real invoice.'
}

function buyerOf({ buyer }: InvoiceRow): Html {
  if (!buyer) return html``
  return html`<h2>Buyer</h2>
<p>${buyer.name}</p>
<p class="address">${buyer.address}</p>
${buyer.vatId && html`<p>VAT id ${buyer.vatId}</p>`}`
}
