import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { isNull } from 'drizzle-orm'
import { type Command, CommandError } from '../../command.ts'
import { formatTable } from '../../platform/text-table.ts'
import { payoutHolds } from '../../schema/payouts.ts'
import { minute, readCents, requireCreator, requireId } from './cli.ts'
import { liftHold, setHold } from './hold.ts'

export const holdCommands: Command[] = [
  {
    name: 'holds list',
    usage: 'holds list',
    summary: 'Lists the holds in force',
    async run(ctx) {
      const rows = await ctx.db.select().from(payoutHolds).where(isNull(payoutHolds.liftedAt))
      if (rows.length === 0) return 'Nothing is held.'
      return formatTable(
        ['hold', 'book', 'creator', 'amount', 'by', 'since', 'until', 'reason'],
        rows.map((row) => [
          row.id,
          row.book,
          row.principalId,
          row.amount === null ? 'all' : formatCents(row.amount),
          row.setBy,
          minute(row.since),
          minute(row.until),
          row.reason,
        ]),
        [3],
      )
    },
  },
  {
    name: 'holds set',
    usage: 'holds set CREATOR [--amount 1.50] --reason TEXT',
    summary: 'Keeps a creator’s money back from payouts; the creator reads the reason',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { amount: { type: 'string' }, reason: { type: 'string' } },
      })
      if (!values.reason) throw new CommandError('--reason says why; the creator reads it.')
      const hold = await setHold(ctx, {
        principalId: await requireCreator(ctx, positionals[0]),
        amount: values.amount === undefined ? null : readCents('--amount', values.amount),
        code: 'operator',
        reason: values.reason,
        setBy: 'admin',
        until: null,
      })
      return `Hold ${hold.id} is in force.`
    },
  },
  {
    name: 'holds lift',
    usage: 'holds lift HOLD',
    summary: 'Lets held money go with the next payout',
    async run(ctx, args) {
      const hold = await liftHold(ctx, requireId(args[0], 'a hold'))
      return `Hold ${hold.id} is lifted.`
    },
  },
]
