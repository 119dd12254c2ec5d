import { formatCents } from '@vignette/contract/money.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'

interface PaymentWords {
  label: string
  tone: 'plain' | 'good' | 'warn' | 'danger'
}

const STATES: Record<ReceiptView['state'], PaymentWords> = {
  created: { label: 'Waiting for payment', tone: 'plain' },
  authorized: { label: 'Authorised, not charged', tone: 'plain' },
  delivered: { label: 'Charged if you keep it', tone: 'plain' },
  capture_requested: { label: 'Being charged', tone: 'plain' },
  captured: { label: 'Paid', tone: 'good' },
  capture_failed: { label: 'Not charged', tone: 'plain' },
  captured_undelivered: { label: 'Being refunded', tone: 'warn' },
  release_requested: { label: 'Being released', tone: 'plain' },
  released: { label: 'Not charged', tone: 'plain' },
  expired: { label: 'Not charged', tone: 'plain' },
}

/** One word for the state of the money; a refund takes precedence over the capture. */
export function describePayment(
  receipt: Pick<ReceiptView, 'state' | 'amount' | 'refunded' | 'disputed' | 'lost'>,
): PaymentWords {
  if (receipt.disputed > receipt.lost) return { label: 'Disputed', tone: 'warn' }
  if (receipt.lost > 0) return { label: 'Dispute lost', tone: 'warn' }
  if (receipt.refunded >= receipt.amount && receipt.amount > 0) {
    return { label: 'Refunded', tone: 'plain' }
  }
  if (receipt.refunded > 0) return { label: 'Partly refunded', tone: 'plain' }
  return STATES[receipt.state]
}

interface ReceiptLine {
  label: string
  amount: string
}

/** After a refund the line tells the tax that is left, and no longer that of the price above. */
function labelTax({ tax_name: name, refunded, disputed }: ReceiptView): string {
  if (refunded + disputed === 0) return `Includes ${name}`
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Tax, the creator's share, and refunds. */
export function listReceiptLines(receipt: ReceiptView): ReceiptLine[] {
  const percent = receipt.creator_share_percent
  const lines = [
    ...(receipt.tax > 0 ? [{ label: labelTax(receipt), amount: formatCents(receipt.tax) }] : []),
    { label: `To the creator (${percent}%)`, amount: formatCents(receipt.creator_share) },
  ]
  if (receipt.refunded > 0) {
    lines.push({ label: 'Refunded to you', amount: formatCents(-receipt.refunded) })
  }
  const open = receipt.disputed - receipt.lost
  if (open > 0) lines.push({ label: 'Disputed', amount: formatCents(open) })
  if (receipt.lost > 0) {
    lines.push({ label: 'Lost in a dispute', amount: formatCents(-receipt.lost) })
  }
  return lines
}
