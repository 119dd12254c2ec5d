import { nameCurrency } from '@vignette/contract/currency.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CreditNoteRow, creditNotes, type InvoiceRow, invoices } from '../../schema/payouts.ts'
import { PAPERS, readPaper } from './paper.ts'
import { renderPaper, renderTable } from './render-paper.ts'

/** The page of an invoice, credit note or correction. Each shows the buyer's name, so reading any of them seals the name. */
export async function printInvoice(ctx: Ctx, token: string): Promise<string> {
  const link = readPaper(ctx, token)
  if (!link) throw absent()
  if (link.kind === 'invoice') return renderSale(await sealInvoice(ctx, link.id))
  const note = await getNote(ctx, link.id)
  const invoice = await sealInvoice(ctx, note.invoiceId)
  return renderSale(
    invoice,
    note,
    note.corrects === null ? null : await getNote(ctx, note.corrects),
  )
}

async function getNote(ctx: Ctx, id: string): Promise<CreditNoteRow> {
  const [note] = await ctx.db.select().from(creditNotes).where(eq(creditNotes.id, id))
  if (!note) throw absent()
  return note
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

const dayOf = (at: Date) => formatDay(at.toISOString())

/** The invoice; or its credit note, or the correction of `corrected`. */
function renderSale(
  invoice: InvoiceRow,
  note: CreditNoteRow | null = null,
  corrected: CreditNoteRow | null = null,
): string {
  const kind = corrected ? 'correction' : note ? 'credit' : 'invoice'
  const { head, what, sign, end } = PAPERS[kind]
  const { number, issuedAt, amount, taxes } = note ?? invoice
  const net = taxes.reduce((rest, tax) => rest - tax.amount, amount)
  const lines = [
    [what(invoice.workflowName), formatCents(sign * net)],
    ...taxes.map((tax) => [`${tax.name} (${tax.jurisdiction})`, formatCents(sign * tax.amount)]),
  ]
  const of = (paper: { number: string; issuedAt: Date }) =>
    `${paper.number} of ${dayOf(paper.issuedAt)}`
  return renderPaper({
    kind,
    number,
    book: invoice.book,
    operator: invoice.operator,
    facts: [
      `Issued on ${dayOf(issuedAt)}`,
      ...(corrected ? [`Takes back credit note ${of(corrected)}`] : []),
      note ? `For invoice ${of(invoice)}` : `Supplied and paid on ${dayOf(invoice.suppliedAt)}`,
      `Payment ${invoice.paymentId}`,
    ],
    body: htmlLines([
      buyerOf(invoice),
      html`<h2>${head}</h2>`,
      renderTable(head, [{ head: 'What' }, { head: 'Amount', amount: true }], lines, [
        `Total in ${nameCurrency()}`,
        formatCents(sign * amount),
      ]),
      ...(end ? [html`<p class="quiet small">${end}</p>`] : []),
    ]),
  })
}

function buyerOf({ buyer }: InvoiceRow): Html {
  if (!buyer) return html``
  return html`<h2>Buyer</h2>
<p>${buyer.name}</p>
<p class="address">${buyer.address}</p>
${buyer.vatId && html`<p>VAT id ${buyer.vatId}</p>`}`
}
