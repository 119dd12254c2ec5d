import type { Command } from '../../../command.ts'
import { formatTable } from '../../../platform/cli/format-table.ts'
import { bookOf } from '../../ledger/index.ts'
import { listGateways } from '../list-gateways.ts'
import { reconcile } from './reconcile.ts'

export const reconcileCommand: Command = {
  name: 'reconcile',
  usage: 'reconcile',
  summary: 'Compares each book’s gateway with our view and the ledger’s, and settles what differs',
  async run(ctx) {
    const { compared, differences } = await reconcile(ctx)
    const books = listGateways(ctx).map(bookOf).join(', ')
    const done = `${compared} checkouts compared in ${books}`
    if (differences.length === 0) return `${done}: no difference.`
    const rows = differences.map((each) => [
      each.mended ? `${each.kind} (put right)` : each.kind,
      each.book ?? '',
      each.paymentId ?? each.sessionId ?? '',
      each.ours,
      each.theirs,
    ])
    const table = formatTable(['difference', 'book', 'payment', 'ours', 'theirs'], rows)
    const mended = differences.filter((each) => each.mended).length
    return `${table}\n\n${done}: ${differences.length} differences, ${mended} of them put right.`
  },
}
