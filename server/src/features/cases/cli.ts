import { parseArgs } from 'node:util'
import { CASE, CASE_REASON_WORDS } from '@vignette/contract/case-words.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { type Command, CommandError } from '../../command.ts'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { formatTable } from '../../platform/text-table.ts'
import { cases } from '../../schema/cases.ts'
import { payments } from '../../schema/payments.ts'
import { type FoundCase, findCase, lockCase } from './case.ts'
import { closeCase, giveBack, recordDecision } from './decision.ts'
import { describeCase, waitsFor } from './rules.ts'

const MOST = 1_000
const HOUR_MS = 3_600_000
const minute = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '-'

async function requireCase(ctx: Ctx, id: string | undefined): Promise<FoundCase> {
  const found = id && UUID_PATTERN.test(id) ? await findCase(ctx, id) : undefined
  if (!found) throw new CommandError('Name a case by its id; `cases list` shows them.')
  return found
}

function readCents(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,4}(\.\d{2})?$/.test(text)) {
    throw new CommandError('--amount takes dollars such as 1.50.')
  }
  return Math.round(Number(text) * 100)
}

function readNote(text: string | undefined): string | null {
  if ((text?.length ?? 0) > CASE.noteMax) {
    throw new CommandError(`A reason has at most ${CASE.noteMax} characters.`)
  }
  return text || null
}

/** Locks the case that the arguments name, decides, and records the decision, in one transaction. */
async function decide(
  ctx: Ctx,
  id: string | undefined,
  work: (tx: TxCtx, found: FoundCase) => Promise<FoundCase>,
): Promise<string> {
  const { row } = await requireCase(ctx, id)
  const decided = await inTransaction(ctx, async (tx) => {
    const found = await work(tx, await lockCase(tx, row.id))
    await recordDecision(tx, found)
    return found
  })
  return `${row.id}: ${decided.row.state}. ${describeCase(decided.row, 'operator')}`
}

export const caseCommands: Command[] = [
  {
    name: 'cases list',
    usage: 'cases list [--all]',
    summary: 'Lists the cases of buyers that wait for the operator, the oldest first',
    async run(ctx, args) {
      const { values } = parseArgs({ args, options: { all: { type: 'boolean' } } })
      const undecided = inArray(cases.state, ['open', 'answered'])
      const rows = await ctx.db
        .select({ row: cases, payment: payments })
        .from(cases)
        .innerJoin(payments, eq(payments.id, cases.paymentId))
        .where(values.all ? undefined : and(undecided, isNotNull(cases.operatorSince)))
        .orderBy(asc(cases.id))
        .limit(MOST)
      if (rows.length === 0) return values.all ? 'There are no cases.' : 'No case waits for you.'
      const now = ctx.clock.now().getTime()
      return formatTable(
        ['case', 'book', 'opened', 'hours', 'amount', 'reason', 'state', 'waits for', 'recipe'],
        rows.map(({ row, payment }) => [
          row.id,
          payment.book,
          minute(row.createdAt),
          String(Math.floor((now - row.createdAt.getTime()) / HOUR_MS)),
          formatCents(payment.captured),
          row.reason,
          row.state,
          waitsFor(row) ?? '',
          payment.workflowName,
        ]),
        [3, 4],
      )
    },
  },
  {
    name: 'cases show',
    usage: 'cases show CASE',
    summary: 'Shows one case with the words of both sides',
    async run(ctx, args) {
      const { row, payment } = await requireCase(ctx, args[0])
      return [
        `${formatCents(payment.captured)} for ${payment.workflowName}, version ${payment.workflowVersion}: ${row.state}`,
        describeCase(row, 'operator'),
        `payment ${payment.id}, book ${payment.book}, refunded ${formatCents(payment.refunded)}, disputed ${formatCents(payment.disputed)}`,
        `opened ${minute(row.createdAt)}, the creator answers by ${minute(row.answerBy)}, ours since ${minute(row.operatorSince)}`,
        `the buyer: ${CASE_REASON_WORDS[row.reason]}. ${row.text ?? '(erased)'}`,
        ...(row.answeredAt ? [`the creator: ${row.answer ?? '(erased)'}`] : []),
        ...(row.decidedAt
          ? [
              `decided by ${row.decidedBy} ${minute(row.decidedAt)}${row.decision ? `: ${row.decision}` : ''}`,
            ]
          : []),
      ].join('\n')
    },
  },
  {
    name: 'cases grant',
    usage: 'cases grant CASE [--amount 1.50] [--note TEXT]',
    summary: 'Gives the buyer the money back, whole or in part; workers send it',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { amount: { type: 'string' }, note: { type: 'string' } },
      })
      const amount = readCents(values.amount)
      const note = readNote(values.note)
      return decide(ctx, positionals[0], (tx, found) =>
        giveBack(tx, found, { amount, note, decidedBy: 'operator' }),
      )
    },
  },
  {
    name: 'cases refuse',
    usage: 'cases refuse CASE --reason TEXT',
    summary: 'Refuses a case; its buyer reads the reason',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { reason: { type: 'string' } },
      })
      const decision = readNote(values.reason)
      if (!decision) throw new CommandError('--reason says why; the buyer reads it.')
      return decide(ctx, positionals[0], (tx, found) =>
        closeCase(tx, found, { state: 'refused', decision, decidedBy: 'operator' }),
      )
    },
  },
]
