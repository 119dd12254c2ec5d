import { formatDay, formatMoment } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { WithdrawalView } from '@vignette/contract/withdrawals.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { paperOfWaiver } from '../waiver.ts'
import { describeOpen, withdrawalStateOf, withdrawUntil } from './rules.ts'

/** The right to withdraw from a purchase, for its buyer; null where there is none to name. */
export function viewWithdrawal(payment: PaymentRow, now: Date): WithdrawalView | null {
  const state = withdrawalStateOf(payment, now)
  if (!state) return null
  const until = withdrawUntil(payment)
  return {
    state,
    until: until.toISOString(),
    withdrawn_at: payment.withdrawnAt?.toISOString() ?? null,
    words: describe(payment, state, until),
    paper: paperOf(payment, state),
  }
}

function describe(payment: PaymentRow, state: WithdrawalView['state'], until: Date): string {
  const { withdrawnAt, confirmedAt } = payment
  if (state === 'withdrawn' && withdrawnAt) return describeWithdrawn(payment, withdrawnAt)
  if (state === 'waived' && confirmedAt) return describeWaived(confirmedAt)
  if (state === 'open') return describeOpen(until)
  return `The time in which you could withdraw ended on ${formatDay(until.toISOString())}.`
}

export function describeWaived(confirmedAt: Date): string {
  return `You wanted the file at once, and there is no right to withdraw any more. This was confirmed to you on ${formatMoment(confirmedAt)}.`
}

/** What is left to go back once the buyer has withdrawn. */
function describeWithdrawn(
  { state, amount, toCapture, captured, refunded, disputed }: PaymentRow,
  at: Date,
): string {
  const withdrew = `You withdrew from this contract on ${formatMoment(at)}.`
  if (state === 'capture_failed') return `${withdrew} Nothing was charged.`
  const paid = state === 'captured' ? captured : (toCapture ?? amount)
  const left = paid - refunded - disputed
  if (left > 0) return `${withdrew} ${formatCents(left)} goes back the way it was paid.`
  if (disputed > 0) return `${withdrew} Your bank decides about ${formatCents(disputed)}.`
  return `${withdrew} ${formatCents(refunded)} went back the way it was paid.`
}

function paperOf(payment: PaymentRow, state: WithdrawalView['state']): WithdrawalView['paper'] {
  const { id, withdrawnAt } = payment
  if (state === 'withdrawn' && withdrawnAt) {
    const lines = ['Confirmation of a withdrawal', ...describeStatement(payment, withdrawnAt)]
    return { file_name: `withdrawal-${id}.txt`, text: `${lines.join('\n\n')}\n` }
  }
  return state === 'waived' ? paperOfWaiver(payment) : null
}

/** What the buyer declared and when it arrived: the words of the letter, and of the text to keep. */
export function describeStatement(payment: PaymentRow, at: Date): string[] {
  const { withdrawnName, workflowName, seller } = payment
  return [
    `${withdrawnName ? `${withdrawnName} withdraws` : 'The buyer withdraws'} from the contract about one remix of “${workflowName}”${seller ? `, sold by ${seller}` : ''}.`,
    `Number of the contract: ${payment.id}.`,
    `It arrived on ${formatMoment(at)}.`,
  ]
}
