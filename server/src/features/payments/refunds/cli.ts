import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { type Command, CommandError } from '../../../command.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import { requirePayment } from '../require-payment.ts'
import { performRefund } from './perform-refund.ts'
import { refundPayment } from './refund-payment.ts'
import type { RefundRow } from './tables.ts'

/** Reads dollars as a person writes them, such as `1.50`. */
function readDollars(text: string): number {
  const cents = parseCents(text)
  if (cents === undefined) {
    throw new CommandError(`--amount takes dollars such as 1.50, not "${text}".`)
  }
  return cents
}

export const refundCommand: Command = {
  name: 'payments refund',
  usage: 'payments refund PAYMENT [--amount 1.50] --reason TEXT',
  summary: 'Refunds a payment, whole or in part',
  async run(ctx, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { amount: { type: 'string' }, reason: { type: 'string' } },
    })
    if (!values.reason) throw new CommandError('--reason says why, for the records.')
    const payment = await requirePayment(ctx, positionals[0])
    const requested = await refundPayment(ctx, {
      paymentId: payment.id,
      amount: values.amount === undefined ? undefined : readDollars(values.amount),
      reason: values.reason,
    })
    const amount = formatCents(requested.amount)
    let refund: RefundRow
    try {
      refund = (await performRefund(ctx, requested.id)) ?? requested
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return `${error.publicMessage} Refund ${requested.id} of ${amount} may have been made; it is asked for again by itself, once. Do not refund it a second time.`
    }
    return refund.state === 'failed'
      ? `The refund of ${amount} was refused: ${refund.failure ?? 'the bank sent it back'}`
      : `Refund ${refund.id} of ${amount}: ${refund.state}.`
  },
}
