import { parseArgs } from 'node:util'
import { exampleOf, labelCurrency } from '@vignette/contract/currency.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { PAYMENT_STATES } from '@vignette/contract/payments.ts'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type Command, CommandError, readLast } from '../../command.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { formatTable } from '../../platform/text-table.ts'
import { GatewayError } from '../../providers/payments/spec.ts'
import { type PaymentRow, paymentEvents, payments, type RefundRow } from '../../schema/payments.ts'
import { bookOf } from '../ledger/index.ts'
import { releaseNow } from './capture/release-payment.ts'
import { requestRelease } from './capture/request-release.ts'
import { listDisputes } from './disputes/dispute.ts'
import { listGateways } from './gateway.ts'
import { findPayment, lockPayment } from './payment.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { performRefund } from './refunds/perform-refund.ts'
import { listRefunds } from './refunds/refund.ts'
import { refundPayment } from './refunds/request-refund.ts'
import { salesCommand } from './sales/cli.ts'
import { describeNext } from './view-payment.ts'

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

export const refundCommand: Command = {
  name: 'payments refund',
  usage: 'payments refund PAYMENT [--amount 1.50] --reason TEXT',
  summary: 'Refunds a payment, whole or in part',
  async run(ctx, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { amount: { type: 'string' }, reason: { type: 'string' } },
    })
    if (!values.reason) throw new CommandError('--reason says why, for the records.')
    const payment = await requirePayment(ctx, positionals[0])
    const requested = await refundPayment(ctx, {
      paymentId: payment.id,
      amount: values.amount === undefined ? undefined : readSum(values.amount),
      reason: values.reason,
    })
    const amount = formatCents(requested.amount)
    let refund: RefundRow
    try {
      refund = (await performRefund(ctx, requested.id)) ?? requested
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return `${error.publicMessage} Refund ${requested.id} of ${amount} may have been made; it is asked for again by itself, once. Do not refund it a second time.`
    }
    return refund.state === 'failed'
      ? `The refund of ${amount} was refused: ${refund.failure ?? 'the bank sent it back'}`
      : `Refund ${refund.id} of ${amount}: ${refund.state}.`
  },
}

const reconcileCommand: Command = {
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

/** The payment that an operator's command names. */
async function requirePayment(ctx: Ctx, id: string | undefined): Promise<PaymentRow> {
  const payment = id && UUID_PATTERN.test(id) ? await findPayment(ctx, id) : undefined
  if (!payment) throw new CommandError('Name a payment by its id; `payments list` shows them.')
  return payment
}

/** Reads a sum as a person writes it, such as `1.50`. */
function readSum(text: string): number {
  const cents = parseCents(text)
  if (cents === undefined) {
    throw new CommandError(
      `--amount takes ${labelCurrency()} such as ${exampleOf(150)}, not "${text}".`,
    )
  }
  return cents
}
