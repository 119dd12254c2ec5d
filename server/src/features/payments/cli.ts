import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { PAYMENT_STATES } from '@vignette/contract/payments.ts'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type Command, CommandError, readLast } from '../../command.ts'
import { formatTable } from '../../platform/cli/format-table.ts'
import { releaseCommand } from './capture/cli.ts'
import { describeNext } from './describe-next.ts'
import { listDisputes } from './disputes/queries.ts'
import { reconcileCommand } from './reconcile/cli.ts'
import { refundCommand } from './refunds/cli.ts'
import { listRefunds } from './refunds/queries.ts'
import { requirePayment } from './require-payment.ts'
import { salesCommand } from './sales/cli.ts'
import { paymentEvents, payments } from './tables.ts'

export const paymentCommands: Command[] = [
  {
    name: 'payments list',
    usage: 'payments list [--book live] [--state captured] [--last 20]',
    summary: 'Lists the newest payments',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: {
          book: { type: 'string' },
          state: { type: 'string' },
          last: { type: 'string', default: '20' },
        },
      })
      const state = PAYMENT_STATES.find((one) => one === values.state)
      if (values.state !== undefined && !state) {
        throw new CommandError(`--state is one of ${PAYMENT_STATES.join(', ')}.`)
      }
      const rows = await ctx.db
        .select()
        .from(payments)
        .where(
          and(
            state && eq(payments.state, state),
            values.book === undefined ? undefined : sql`${payments.book} = ${values.book}`,
          ),
        )
        .orderBy(desc(payments.id))
        .limit(readLast(values.last))
      if (rows.length === 0) return 'There are no payments here.'
      return formatTable(
        ['payment', 'book', 'created', 'recipe', 'amount', 'state', 'refunded', 'disputed'],
        rows.map((row) => [
          row.id,
          row.book,
          row.createdAt.toISOString().slice(0, 16).replace('T', ' '),
          row.workflowName.slice(0, 40),
          formatCents(row.amount),
          row.state,
          row.refunded ? formatCents(row.refunded) : '',
          row.disputed ? formatCents(row.disputed) : '',
        ]),
        [4, 6, 7],
      )
    },
  },
  {
    name: 'payments show',
    usage: 'payments show PAYMENT',
    summary: 'Shows one payment with its refunds, disputes and events',
    async run(ctx, args) {
      const payment = await requirePayment(ctx, args[0])
      const events = await ctx.db
        .select()
        .from(paymentEvents)
        .where(eq(paymentEvents.paymentId, payment.id))
        .orderBy(asc(paymentEvents.id))
      const refunds = await listRefunds(ctx, payment.id)
      const disputes = await listDisputes(ctx, payment.id)
      return [
        `${formatCents(payment.amount)} for “${payment.workflowName}” version ${payment.workflowVersion}: ${payment.state}`,
        describeNext(payment),
        payment.creatorId
          ? `buyer ${payment.buyerId}, creator ${payment.creatorId} (${payment.sharePercent}%)`
          : `buyer ${payment.buyerId}, who runs a recipe of their own`,
        ...(payment.referrerId
          ? [`led here by ${payment.referrerId} (${payment.referralPercent}%)`]
          : []),
        `book ${payment.book}, ${payment.gateway} session ${payment.sessionId ?? '-'}, intent ${payment.intentId ?? '-'}`,
        `run ${payment.jobId ?? '-'}, creation ${payment.creationId ?? '-'}`,
        ...(payment.failure ? [`failure: ${payment.failure}`] : []),
        ...refunds.map(
          (refund) =>
            `refund ${refund.id} ${formatCents(refund.amount)} ${refund.state}: ${refund.failure ?? refund.reason}`,
        ),
        ...disputes.map(
          (dispute) =>
            `dispute ${dispute.id} ${formatCents(dispute.amount)} ${dispute.state}, ${dispute.phase}`,
        ),
        '',
        formatTable(
          ['when (UTC)', 'event', 'detail'],
          events.map((event) => [
            event.at.toISOString().slice(0, 19).replace('T', ' '),
            event.name,
            Object.entries(event.detail)
              .map(([name, value]) => `${name} ${value}`)
              .join(', '),
          ]),
        ),
      ].join('\n')
    },
  },
  refundCommand,
  releaseCommand,
  reconcileCommand,
  salesCommand,
]
