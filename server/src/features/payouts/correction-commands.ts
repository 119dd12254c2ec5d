import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { type Command, CommandError } from '../../command.ts'
import { adjustBalance, bookPayoutCost } from './adjustment.ts'
import { readCents, requireCreator, requireId } from './cli.ts'
import { reversePayout } from './reverse-payout.ts'

export const correctionCommands: Command[] = [
  {
    name: 'payouts reverse',
    usage: 'payouts reverse PAYOUT --reason TEXT',
    summary: 'Takes a wrong payout back from the vendor; the money is the creator’s again',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { reason: { type: 'string' } },
      })
      if (!values.reason) throw new CommandError('--reason says why; the creator reads it.')
      const row = await reversePayout(ctx, requireId(positionals[0], 'a payout'), values.reason)
      return `${row.id}: ${row.state}, ${formatCents(row.reversed)} came back.`
    },
  },
  {
    name: 'payouts adjust',
    usage: 'payouts adjust CREATOR --give 1.50 | --take 1.50 --reason TEXT',
    summary: 'Gives a creator money or takes it, outside of any sale; the creator reads the reason',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: {
          give: { type: 'string' },
          take: { type: 'string' },
          reason: { type: 'string' },
        },
      })
      const { give, take, reason } = values
      if (!reason) throw new CommandError('--reason says why; the creator reads it.')
      if ((give === undefined) === (take === undefined)) {
        throw new CommandError('Say either --give or --take.')
      }
      const amount = give ? readCents('--give', give) : -readCents('--take', take ?? '')
      const principalId = await requireCreator(ctx, positionals[0])
      const row = await adjustBalance(ctx, { principalId, amount, reason })
      return `Adjustment ${row.id}: ${formatCents(amount)}.`
    },
  },
  {
    name: 'payouts cost',
    usage: 'payouts cost 2.25 --reference INVOICE',
    summary: 'Books what the vendor of payouts took, once by its invoice',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { reference: { type: 'string' } },
      })
      if (!values.reference) throw new CommandError('--reference takes the invoice’s number.')
      const amount = readCents('The cost', positionals[0] ?? '')
      await bookPayoutCost(ctx, { amount, reference: values.reference })
      return `${formatCents(amount)} is booked under ${values.reference}.`
    },
  },
]
