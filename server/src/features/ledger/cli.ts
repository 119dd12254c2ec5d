import { parseArgs } from 'node:util'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type Command, CommandError } from '../../platform/cli/command.ts'
import { formatTable } from '../../platform/cli/format-table.ts'
import { formatLedger } from './format-ledger.ts'
import { listAccountTotals, listLedgerLines } from './queries.ts'

const NORMALLY_CREDIT = new Set([
  'platform',
  'creator',
  'unclaimed',
  'set_aside',
  'provider_payables',
])

export const ledgerCommands: Command[] = [
  {
    name: 'ledger show',
    usage: 'ledger show [--payment ID] [--last 50]',
    summary: 'Prints entries with their lines, and whether they balance',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: { payment: { type: 'string' }, last: { type: 'string', default: '50' } },
      })
      const last = Number(values.last)
      if (!Number.isInteger(last) || last < 1) throw new CommandError('--last takes a whole number')
      if (values.payment !== undefined && !UUID_PATTERN.test(values.payment)) {
        throw new CommandError('--payment takes the id of a payment; `payments list` shows them.')
      }
      const lines = await listLedgerLines(
        ctx,
        values.payment ? { paymentId: values.payment } : { lastEntries: last },
      )
      return formatLedger(lines)
    },
  },
  {
    name: 'ledger balance',
    usage: 'ledger balance',
    summary: 'Prints the balance of every account',
    async run(ctx) {
      const totals = await listAccountTotals(ctx)
      const sum = totals.reduce((total, account) => total + account.amount, 0)
      const rows = totals.map((account) => [
        account.kind,
        account.ownerId ?? '',
        formatCents(NORMALLY_CREDIT.has(account.kind) ? -account.amount : account.amount),
        NORMALLY_CREDIT.has(account.kind) ? 'owed' : 'held or spent',
      ])
      const verdict = sum === 0 ? 'Balanced: $0.00.' : `NOT BALANCED: off by ${formatCents(sum)}.`
      return `${formatTable(['account', 'owner', 'balance', ''], rows, [2])}\n\n${verdict}`
    },
  },
]
