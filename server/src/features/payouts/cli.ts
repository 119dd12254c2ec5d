import { parseArgs } from 'node:util'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { namePayout } from '@vignette/contract/payout-words.ts'
import { and, desc, eq } from 'drizzle-orm'
import { type Command, CommandError, readLast } from '../../command.ts'
import type { Ctx } from '../../ctx.ts'
import { formatTable } from '../../platform/text-table.ts'
import { type PayoutRow, payouts, type StatementRow, statements } from '../../schema/payouts.ts'
import { currentBook, findCreator } from '../payments/index.ts'
import { checkStatements } from './check-statements.ts'
import { comparePayouts } from './compare-payouts.ts'
import { makeMonthStatements } from './make-statements.ts'
import { listUnpaid } from './position.ts'
import { findAccount, findPayout } from './queries.ts'
import type { UnpaidLine } from './rules.ts'
import { endOf, isMonth } from './rules-statements.ts'
import { sweepPayouts } from './sweep-payouts.ts'

function requireId(text: string | undefined, what: string): string {
  if (!text || !UUID_PATTERN.test(text)) throw new CommandError(`Name ${what} by its id.`)
  return text
}

async function requireCreator(ctx: Ctx, text: string | undefined): Promise<string> {
  if (!text) throw new CommandError('Name a creator by the handle or the id.')
  const person = await findCreator(ctx, text)
  if (!person) throw new CommandError('There is no such creator.')
  return person.id
}

const minute = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? ''

function formatPayouts(rows: PayoutRow[]): string {
  return formatTable(
    ['payout', 'book', 'created', 'creator', 'amount', 'state', 'reason'],
    rows.map((row) => [
      row.id,
      row.book,
      minute(row.createdAt),
      row.principalId,
      formatCents(row.amount),
      row.state === 'in_transit' && row.reason ? 'refused by the bank' : row.state,
      [row.failure, row.reason ?? row.reference].filter(Boolean).join(': '),
    ]),
    [4],
  )
}

function formatLines(lines: UnpaidLine[]): string {
  return formatTable(
    ['amount', 'reason', 'in words', 'date (UTC)'],
    lines.map(({ amount, reason, words, date }) => [
      formatCents(amount),
      reason,
      words,
      minute(date),
    ]),
    [0],
  )
}

export const payoutCommands: Command[] = [
  {
    name: 'payouts list',
    usage: 'payouts list [--last 20]',
    summary: 'Lists the newest payouts',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: { last: { type: 'string', default: '20' } },
      })
      const last = readLast(values.last)
      const rows = await ctx.db.select().from(payouts).orderBy(desc(payouts.id)).limit(last)
      return rows.length === 0 ? 'There are no payouts here.' : formatPayouts(rows)
    },
  },
  {
    name: 'payouts show',
    usage: 'payouts show PAYOUT',
    summary: 'Shows one payout',
    async run(ctx, args) {
      const row = await findPayout(ctx, requireId(args[0], 'a payout'))
      if (!row) throw new CommandError('There is no such payout; `payouts list` shows them.')
      return [
        `${formatCents(row.amount)} to ${row.principalId}: ${namePayout(row, 'the bank')} (${row.state})`,
        `book ${row.book}, ${row.gateway} account ${row.accountId}, transfer ${row.transferId ?? '-'}`,
        `run ${row.runId}, asked ${row.attempt} times, came back ${formatCents(row.reversed)}`,
        ...(row.failure ? [`the vendor’s code: ${row.failure}`] : []),
        ...(row.reason ? [`reason: ${row.reason}`] : []),
        ...(row.reference ? [`reference: ${row.reference}`] : []),
        `created ${minute(row.createdAt)}, sent ${minute(row.sentAt) || '-'}, ended ${minute(row.endedAt) || '-'}`,
      ].join('\n')
    },
  },
  {
    name: 'payouts account',
    usage: 'payouts account CREATOR',
    summary: 'Shows a creator’s payout account, and every cent that is not paid with its reason',
    async run(ctx, args) {
      const id = await requireCreator(ctx, args[0])
      const account = await findAccount(ctx, id)
      const lines = await listUnpaid(ctx, id)
      const state = account
        ? `account ${account.accountId ?? '-'} at ${account.gateway}: ${account.state}, bank …${account.bankLast4 ?? '-'}`
        : 'There is no payout account.'
      return lines.length === 0 ? state : `${state}\n\n${formatLines(lines)}`
    },
  },
  {
    name: 'payouts compare',
    usage: 'payouts compare',
    summary: 'Compares payouts with the vendor’s transfers and with the ledger',
    async run(ctx) {
      const found = await comparePayouts(ctx)
      if (found.length === 0) return 'No difference.'
      return formatTable(
        ['payout', 'ours', 'the vendor’s'],
        found.map(({ payoutId, ours, theirs }) => [payoutId ?? '', ours, theirs]),
      )
    },
  },
  {
    name: 'payouts sweep',
    usage: 'payouts sweep',
    summary: 'Goes on now with what waits: runs, payouts, and what vendors and banks did since',
    async run(ctx) {
      await sweepPayouts(ctx)
      return 'Done; `payouts list` shows what became of it.'
    },
  },
]

function formatStatements(rows: StatementRow[]): string {
  return formatTable(
    ['number', 'of', 'creator', 'lines', 'opening', 'closing', 'made (UTC)'],
    rows.map((row) => [
      row.number,
      row.kind === 'month' ? row.month : `payout of ${formatCents(row.payout?.amount ?? 0)}`,
      row.principalId,
      String(row.lineCount),
      formatCents(row.opening),
      formatCents(row.closing),
      row.madeAt.toISOString().slice(0, 16).replace('T', ' '),
    ]),
    [3, 4, 5],
  )
}

export const statementCommands: Command[] = [
  {
    name: 'statements list',
    usage: 'statements list [--creator HANDLE|ID] [--last 20]',
    summary: 'Lists the newest statements',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: { creator: { type: 'string' }, last: { type: 'string', default: '20' } },
      })
      const { creator } = values
      const person = creator === undefined ? undefined : await findCreator(ctx, creator)
      if (creator !== undefined && !person) {
        throw new CommandError('--creator takes the handle or the id of an account.')
      }
      const rows = await ctx.db
        .select()
        .from(statements)
        .where(
          and(
            eq(statements.book, currentBook(ctx)),
            person && eq(statements.principalId, person.id),
          ),
        )
        .orderBy(desc(statements.id))
        .limit(readLast(values.last))
      return rows.length === 0 ? 'There are no statements here.' : formatStatements(rows)
    },
  },
  {
    name: 'statements make',
    usage: 'statements make MONTH',
    summary: 'Makes the statements that are missing up to a month that has ended, as 2026-11',
    async run(ctx, args) {
      const [month] = args
      if (!month || !isMonth(month)) throw new CommandError('Name a month as 2026-11.')
      if (endOf(month) > ctx.clock.now()) {
        throw new CommandError(`${month} has not ended (UTC): its statements are made after it.`)
      }
      const made = await makeMonthStatements(ctx, month)
      return made.length === 0 ? 'No statement was missing.' : formatStatements(made)
    },
  },
  {
    name: 'statements check',
    usage: 'statements check',
    summary: 'Computes every statement again from the ledger and compares the bytes',
    async run(ctx) {
      const { checked, faults } = await checkStatements(ctx)
      return faults.length === 0
        ? `${checked} statements, each as sealed and as the ledger has it.`
        : faults.join('\n')
    },
  },
]
