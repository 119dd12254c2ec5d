import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { escapeHtml } from '../../platform/http/html-page.ts'
import type { Tax } from '../../providers/payments/spec.ts'
import { renderPaper, renderTable } from './render-paper.ts'
import type { CreditNoteRow, InvoiceRow } from './tables.ts'

export const dayOf = (at: Date) => formatDay(at.toISOString())
export const COLUMNS = [{ head: 'What' }, { head: 'Amount', amount: true }] as const

export function renderInvoice(row: InvoiceRow): string {
  return renderPaper({
    title: `Invoice ${row.number}`,
    test: testOf(row),
    operator: row.operator,
    facts: [
      `Issued on ${dayOf(row.issuedAt)}`,
      `Supplied and paid on ${dayOf(row.suppliedAt)}`,
      `Payment ${row.paymentId}`,
    ],
    body: [
      buyerOf(row),
      '<h2>Supplied</h2>',
      renderTable(
        'Supplied',
        COLUMNS,
        linesOf(
          `One run of the recipe “${row.recipe}”, delivered online`,
          row.amount,
          row.taxes,
          1,
        ),
        ['Total in US dollars', formatCents(row.amount)],
      ),
      '<p class="quiet small">Paid in full by card. Nothing is left to pay.</p>',
    ].join('\n'),
  })
}

export function renderCreditNote(note: CreditNoteRow, invoice: InvoiceRow): string {
  return renderPaper({
    title: `Credit note ${note.number}`,
    test: testOf(invoice),
    operator: invoice.operator,
    facts: [
      `Issued on ${dayOf(note.issuedAt)}`,
      `For invoice ${invoice.number} of ${dayOf(invoice.issuedAt)}`,
      `Payment ${invoice.paymentId}`,
    ],
    body: [
      buyerOf(invoice),
      '<h2>Refunded</h2>',
      renderTable(
        'Refunded',
        COLUMNS,
        linesOf(`Of one run of the recipe “${invoice.recipe}”`, note.amount, note.taxes, -1),
        ['Total in US dollars', formatCents(-note.amount)],
      ),
    ].join('\n'),
  })
}

/** The net, and each tax on it. */
export function linesOf(
  what: string,
  amount: number,
  taxes: readonly Tax[],
  sign: 1 | -1,
): string[][] {
  const net = taxes.reduce((rest, tax) => rest - tax.amount, amount)
  return [
    [what, formatCents(sign * net)],
    ...taxes.map((tax) => [`${tax.name} (${tax.jurisdiction})`, formatCents(sign * tax.amount)]),
  ]
}

export function testOf({ book }: InvoiceRow): string | null {
  return book === 'live' ? null : 'Test money: nobody was charged, so this is no real invoice.'
}

export function buyerOf({ buyer }: InvoiceRow): string {
  if (!buyer) return ''
  const vat = buyer.vatId ? `<p>VAT id ${escapeHtml(buyer.vatId)}</p>` : ''
  return `<h2>Buyer</h2>
<p>${escapeHtml(buyer.name)}</p>
<p class="address">${escapeHtml(buyer.address)}</p>
${vat}`
}
