import type { Command } from '../../../command.ts'
import { inTransaction } from '../../../ctx.ts'
import { describeNext } from '../describe-next.ts'
import { lockPayment } from '../lock-payment.ts'
import { requirePayment } from '../require-payment.ts'
import { releaseNow } from './release-now.ts'
import { requestRelease } from './request-release.ts'

export const releaseCommand: Command = {
  name: 'payments release',
  usage: 'payments release PAYMENT',
  summary: 'Lets an unused authorisation go',
  async run(ctx, args) {
    const { id } = await requirePayment(ctx, args[0])
    const requested = await inTransaction(ctx, async (tx) =>
      requestRelease(tx, await lockPayment(tx, id), 'operator'),
    )
    const payment = await releaseNow(ctx, requested)
    return `${payment.state}: ${describeNext(payment)}`
  },
}
