import { formatMoment } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { WAIVER_VERSION, WAIVER_WORDS } from '@vignette/contract/withdrawal-words.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { letters, notices } from '../../schema/notices.ts'
import type { PaymentRow, Waiver } from '../../schema/payments.ts'
import { lockCaller } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { changePayment, lockPayment } from './payment.ts'

/** What a consumer ticked just now. */
export function waiverNow(now: Date): Waiver {
  return { version: WAIVER_VERSION, words: Object.values(WAIVER_WORDS), at: now.toISOString() }
}

/** Keeps what was ticked for a payment in which it counts; what was ticked first stays. */
export async function keepWaiver(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.consumerLaw !== 'eu' || payment.waiver) return payment
  return changePayment(tx, payment, { waiver: waiverNow(tx.clock.now()) })
}

/**
 * Confirms by letter what was ticked, before anything is delivered. Without a letter nothing is
 * confirmed, and the right to withdraw stands until the buyer takes the confirmation as a text.
 */
export async function confirmByLetter(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  const { id: number, waiver, confirmedAt, buyerId, workflowName: recipe, testMode: test } = payment
  if (!waiver || confirmedAt) return payment
  const confirmedNow = { ...payment, confirmedAt: tx.clock.now() }
  const statement = describeWaiver(confirmedNow, waiver).join('\n')
  await notify(tx, {
    to: buyerId,
    kind: 'waiver_confirmed',
    subjectId: number,
    about: [number],
    facts: { recipe, number, statement, test },
  })
  return (await hasLetter(tx, number))
    ? changePayment(tx, payment, { confirmedAt: tx.clock.now() })
    : payment
}

async function hasLetter(tx: TxCtx, paymentId: string): Promise<boolean> {
  const [letter] = await tx.db
    .select({ id: letters.id })
    .from(letters)
    .innerJoin(notices, eq(notices.id, letters.noticeId))
    .where(and(eq(notices.kind, 'waiver_confirmed'), eq(notices.subjectId, paymentId)))
    .limit(1)
  return letter !== undefined
}

/**
 * The buyer declares to have the file for good, or did at the checkout, and takes the confirmation: only
 * before the file opens, since a later one would not count.
 */
export async function confirmWaiver(
  ctx: Ctx,
  paymentId: string,
  ticked: WaiverBody | undefined,
): Promise<{ file_name: string; text: string; by_letter: boolean }> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const found = await lockPayment(tx, paymentId)
    if (found.buyerId !== owner.id) throw new AppError('not_found', 'There is no such payment.')
    const payment = ticked && isUndelivered(found) ? await keepWaiver(tx, found) : found
    if (!payment.waiver) {
      throw new AppError(
        'payment_state',
        'Nothing was declared for this payment before its file opened, so there is nothing to confirm.',
      )
    }
    const written = isUndelivered(payment) ? await confirmByLetter(tx, payment) : payment
    const confirmed =
      isUndelivered(written) && !written.confirmedAt
        ? await changePayment(tx, written, { confirmedAt: tx.clock.now() })
        : written
    const paper = paperOfWaiver(confirmed)
    if (paper) return { ...paper, by_letter: await hasLetter(tx, paymentId) }
    throw new AppError('payment_state', 'The file is open, and you can withdraw as before.')
  })
}

/** No whole file is the buyer's yet; the rows of a batch are from its start on. */
function isUndelivered({ state, units, jobId }: PaymentRow): boolean {
  if (units !== null && jobId !== null) return false
  return state === 'authorized' || state === 'delivered'
}

/** The confirmation as a text to keep; null while nothing is confirmed. */
export function paperOfWaiver(payment: PaymentRow): { file_name: string; text: string } | null {
  const { id, waiver, confirmedAt } = payment
  if (!waiver || !confirmedAt) return null
  const lines = ['Confirmation of a contract', ...describeWaiver(payment, waiver)]
  return { file_name: `confirmation-${id}.txt`, text: `${lines.join('\n\n')}\n` }
}

function describeWaiver(payment: PaymentRow, { words, at }: Waiver): string[] {
  const { id, workflowName, seller, amount, confirmedAt } = payment
  return [
    `The contract is about “${workflowName}”${seller ? `, sold by ${seller}` : ''}, for ${formatCents(amount)} at most. Its number is ${id}.`,
    `You declared on ${formatMoment(new Date(at))}: ${words.map((each) => `“${each}”`).join(' ')}`,
    'So there is no right to withdraw from this contract once the file is delivered.',
    ...(confirmedAt ? [`Confirmed on ${formatMoment(confirmedAt)}.`] : []),
  ]
}
