import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { type Command, CommandError } from '../../../command.ts'
import { requirePayment } from '../require-payment.ts'
import { performRefund } from './perform-refund.ts'
import { refundPayment } from './refund-payment.ts'

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
    const refund = (await performRefund(ctx, requested.id)) ?? requested
    const amount = formatCents(refund.amount)
    return refund.state === 'failed'
      ? `The refund of ${amount} was refused: ${refund.failure ?? 'the bank sent it back'}`
      : `Refund ${refund.id} of ${amount}: ${refund.state}.`
  },
}
