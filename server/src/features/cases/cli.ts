import { CASE_REASON_WORDS } from '@vignette/contract/case-words.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type Command, CommandError } from '../../command.ts'
import { findCase } from './case.ts'
import { describeCase } from './rules.ts'

const minute = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '-'

export const caseCommands: Command[] = [
  {
    name: 'cases show',
    usage: 'cases show CASE',
    summary: 'Shows one case with the words of both sides',
    async run(ctx, [id]) {
      const found = id && UUID_PATTERN.test(id) ? await findCase(ctx, id) : undefined
      if (!found) throw new CommandError('Name a case by its id; `call listAllCases` shows them.')
      const { row, payment } = found
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
]
