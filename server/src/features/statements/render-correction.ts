import { formatCents } from '@vignette/contract/money.ts'
import { buyerOf, COLUMNS, dayOf, linesOf, testOf } from './render-invoice.ts'
import { renderPaper, renderTable } from './render-paper.ts'
import type { CreditNoteRow, InvoiceRow } from './tables.ts'

/** The paper that takes a credit note back, after the bank sent its refund back. */
export function renderCorrection(
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
    body: [
      buyerOf(invoice),
      '<h2>Not refunded</h2>',
      renderTable(
        'Not refunded',
        COLUMNS,
        linesOf(
          `Of one run of the recipe “${invoice.recipe}”`,
          correction.amount,
          correction.taxes,
          1,
        ),
        ['Total in US dollars', formatCents(correction.amount)],
      ),
      '<p class="quiet small">The bank sent the refund back, so the credit note no longer counts.</p>',
    ].join('\n'),
  })
}
