import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { desc, eq } from 'drizzle-orm'
import { type Command, CommandError, readLast } from '../../command.ts'
import type { Ctx } from '../../ctx.ts'
import { formatTable } from '../../platform/text-table.ts'
import { paymentDisputes } from '../../schema/payments.ts'
import { type Disputed, selectDisputed } from './dispute.ts'
import { previewDispute } from './list-disputes.ts'
import { performEvidence } from './perform-evidence.ts'
import { requestEvidence } from './request-evidence.ts'

async function requireDisputed(ctx: Ctx, id: string | undefined): Promise<Disputed> {
  const [found] = id ? await selectDisputed(ctx).where(eq(paymentDisputes.id, id)) : []
  if (!found) throw new CommandError('Name a dispute by its id; `disputes list` shows them.')
  return found
}

const minute = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? ''

export const disputeCommands: Command[] = [
  {
    name: 'disputes list',
    usage: 'disputes list [--waiting] [--last 20]',
    summary: 'Lists the newest disputes, or those that wait for evidence',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: { waiting: { type: 'boolean' }, last: { type: 'string', default: '20' } },
      })
      const rows = await selectDisputed(ctx)
        .where(values.waiting ? eq(paymentDisputes.phase, 'needs_response') : undefined)
        .orderBy(desc(paymentDisputes.createdAt), desc(paymentDisputes.id))
        .limit(readLast(values.last))
      if (rows.length === 0) return 'There are no disputes here.'
      return formatTable(
        ['dispute', 'book', 'opened', 'payment', 'amount', 'state', 'phase', 'until', 'evidence'],
        rows.map(({ dispute, payment, sent }) => [
          dispute.id,
          payment.book,
          minute(dispute.createdAt),
          payment.id,
          formatCents(dispute.amount),
          dispute.state,
          dispute.phase,
          minute(dispute.dueBy),
          sent?.state ?? '',
        ]),
        [4],
      )
    },
  },
  {
    name: 'disputes show',
    usage: 'disputes show DISPUTE',
    summary: 'Shows one dispute with the evidence as it would be sent, or was',
    async run(ctx, args) {
      const disputed = await requireDisputed(ctx, args[0])
      const view = await previewDispute(ctx, disputed)
      return [
        `${formatCents(view.amount)} for “${view.recipe}”: ${view.state}, ${view.phase}`,
        view.reason,
        view.standing,
        `payment ${view.payment_id}, book ${view.book}, creator ${view.creator_handle}`,
        `evidence ${view.sending}${view.failure ? `: ${view.failure}` : ''}`,
        ...(view.note?.file ? [`file ${view.note.file.name}`] : []),
        ...view.texts.flatMap(({ title, text }) => ['', title, text]),
      ].join('\n')
    },
  },
  {
    name: 'disputes send',
    usage: 'disputes send DISPUTE',
    summary: 'Sends the evidence to the bank, once and for good',
    async run(ctx, args) {
      const { dispute } = await requireDisputed(ctx, args[0])
      await requestEvidence(ctx, dispute.id)
      await performEvidence(ctx, dispute.id)
      const { sent } = await requireDisputed(ctx, dispute.id)
      return sent?.state === 'refused'
        ? `The evidence was refused: ${sent.failure ?? 'no reason was given'}`
        : `Evidence about ${dispute.id}: ${sent?.state ?? 'requested'}.`
    },
  },
]
