import { PROOF } from '@vignette/contract/proof-limits.ts'
import type { GatewayPayment } from '../../../providers/payments/spec.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '../../../schema/payments.ts'
import { takenBy } from '../disputes/rules.ts'
import { isCounted } from '../refunds/rules.ts'
import { HOUR_MS, isTaken } from '../rules.ts'
import { divideSale, sumTax } from '../shares.ts'
import type { Difference, DifferenceKind } from './difference.ts'

/** The ledger's posted amounts of one payment. */
interface PostedTotals {
  captured: number
  refunded: number
  disputed: number
  tax: number
}

export interface OurView {
  payment: PaymentRow
  refunds: RefundRow[]
  disputes: DisputeRow[]
  posted: PostedTotals
}

const EXPECTED: Record<PaymentRow['state'], readonly GatewayPayment['state'][]> = {
  created: ['open'],
  authorized: ['authorized'],
  delivered: ['authorized'],
  capture_requested: ['authorized', 'captured'],
  captured: ['captured'],
  captured_undelivered: ['captured'],
  capture_failed: ['released', 'expired', 'failed'],
  release_requested: ['authorized', 'released'],
  released: ['released', 'expired'],
  expired: ['expired', 'failed'],
}

const STUCK_AFTER_MS: Partial<Record<PaymentRow['state'], number>> = {
  created: HOUR_MS,
  delivered: (PROOF.hours + 1) * HOUR_MS,
  capture_requested: HOUR_MS,
  release_requested: HOUR_MS,
}

/** Every difference between the gateway's view of one payment, our row and the ledger. Pure. */
export function comparePayment(
  ours: OurView | undefined,
  theirs: GatewayPayment | undefined,
  now: Date,
): Difference[] {
  if (!ours) return theirs ? compareForeign(theirs) : []
  const found: Difference[] = []
  const { payment } = ours
  const note = noteInto(found, payment)
  if (!theirs) {
    if (payment.sessionId) note('unknown_to_gateway', payment.state, 'nothing')
  } else {
    compareWithGateway(ours, theirs, note)
  }
  compareWithLedger(ours, note)
  const patience = STUCK_AFTER_MS[payment.state]
  // A checkout by a link stays open for a day.
  const since = payment.state === 'created' ? payment.sessionExpiresAt : payment.movedAt
  if (patience !== undefined && now.getTime() - since.getTime() > patience) {
    note('stuck', `${payment.state} since ${since.toISOString()}`, theirs?.state ?? '')
  }
  for (const refund of ours.refunds) {
    if (refund.state === 'requested' && now.getTime() - refund.createdAt.getTime() > HOUR_MS) {
      note('stuck', `refund requested at ${refund.createdAt.toISOString()}`, theirs?.state ?? '')
    }
  }
  return found
}

/** For a book whose gateway has no keys here: only the ledger can be compared. Pure. */
export function compareOutOfReach(ours: OurView): Difference[] {
  const found: Difference[] = []
  const note = noteInto(found, ours.payment)
  compareWithLedger(ours, note)
  if (STATES_OPEN.has(ours.payment.state)) {
    note('out_of_reach', ours.payment.state, `no keys for ${ours.payment.book}`)
  }
  return found
}

const STATES_OPEN: ReadonlySet<PaymentRow['state']> = new Set([
  'created',
  'authorized',
  'delivered',
  'capture_requested',
  'release_requested',
])

function noteInto(found: Difference[], { id, sessionId, book }: PaymentRow): Note {
  return (kind, us, them) => {
    found.push({ kind, book, paymentId: id, sessionId, ours: String(us), theirs: String(them) })
  }
}

/** A checkout that Vignette marked and that has no row. A checkout without the mark belongs to another program. */
function compareForeign(theirs: GatewayPayment): Difference[] {
  if (!theirs.paymentId) return []
  return [
    {
      kind: 'unknown_to_us',
      paymentId: null,
      sessionId: theirs.sessionId,
      ours: 'nothing',
      theirs: theirs.state,
    },
  ]
}

/** No tax is due on what was released. */
const EXPECTS_MONEY: ReadonlySet<PaymentRow['state']> = new Set([
  'authorized',
  'delivered',
  'capture_requested',
  'captured',
])

type Note = (kind: DifferenceKind, us: string | number, them: string | number) => void

function compareWithGateway(ours: OurView, theirs: GatewayPayment, note: Note): void {
  const { payment } = ours
  const { creationId, captured, refunded: given, disputed: taken } = payment
  const undelivered =
    theirs.state === 'captured' &&
    creationId === null &&
    (captured === 0 || given + taken < captured)
  if (undelivered) note('captured_without_delivery', payment.state, theirs.state)
  else if (!EXPECTED[payment.state].includes(theirs.state)) {
    note('state', payment.state, theirs.state)
  }
  if (payment.amount !== theirs.amount) note('amount', payment.amount, theirs.amount)
  if (payment.currency !== theirs.currency) note('currency', payment.currency, theirs.currency)
  if (isTaken(payment.state) && payment.captured !== theirs.capturedAmount) {
    note('captured', payment.captured, theirs.capturedAmount)
  }
  const isFrozen = payment.state !== 'created' && payment.state !== 'expired'
  if (isFrozen && payment.tax !== sumTax(theirs.taxes)) {
    note('tax', payment.tax, sumTax(theirs.taxes))
  } else if (theirs.taxUnknown && EXPECTS_MONEY.has(payment.state)) {
    note('tax', payment.tax, 'not computed')
  }
  const refunded = sum(theirs.refunds.filter((refund) => isCounted(refund.state)))
  if (payment.refunded !== refunded) note('refunded', payment.refunded, refunded)
  const disputed = theirs.disputes.reduce((total, dispute) => total + takenBy(dispute), 0)
  const states = (disputes: { id: string; state: string; phase: string; reason: string }[]) =>
    disputes
      .map(({ id, state, phase, reason }) => `${id} ${state} ${phase} ${reason}`)
      .toSorted()
      .join(', ')
  if (payment.disputed !== disputed) note('disputed', payment.disputed, disputed)
  else if (states(ours.disputes) !== states(theirs.disputes)) {
    note('disputed', states(ours.disputes), states(theirs.disputes))
  }
}

function compareWithLedger({ payment, refunds, disputes, posted }: OurView, note: Note): void {
  const rows = {
    captured: payment.captured,
    refunded: sum(refunds.filter((refund) => isCounted(refund.state))),
    disputed: disputes.reduce((total, dispute) => total + takenBy(dispute), 0),
  }
  for (const name of ['captured', 'refunded', 'disputed'] as const) {
    const inRow = payment[name]
    if (rows[name] !== posted[name] || inRow !== rows[name]) {
      note('ledger', `${name}: payment ${inRow}, rows ${rows[name]}`, `ledger ${posted[name]}`)
    }
  }
  const tax = payment.state === 'captured' ? divideSale(payment).tax : 0
  if (tax !== posted.tax) note('ledger', `tax: payment ${tax}`, `ledger ${posted.tax}`)
}

function sum(items: { amount: number }[]): number {
  return items.reduce((total, { amount }) => total + amount, 0)
}
