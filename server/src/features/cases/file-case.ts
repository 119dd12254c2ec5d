import type { CaseReason } from '@vignette/contract/case-words.ts'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { newId } from '../../platform/ids.ts'
import { signature } from '../../platform/secrets.ts'
import { findPrincipals } from '../identity/index.ts'
import { lockPayment } from '../payments/index.ts'
import { findDoubleCharge } from './find-double-charge.ts'
import { giveBack } from './give-back.ts'
import { mayGrantAtOnce } from './may-grant-at-once.ts'
import { type FoundCase, lockCaseOf } from './queries.ts'
import { answerUntil, whyNoCase } from './rules.ts'
import { cases } from './tables.ts'
import { askCreator } from './tell-of-case.ts'

export interface Complaint {
  reason: CaseReason
  text: string
  share: boolean
}

/**
 * Opens the case about a payment of the buyer whose row the caller has locked, and grants it at once
 * where it is small, among the first, and confirmed by the machine.
 */
export async function fileCase(
  tx: TxCtx,
  want: { paymentId: string; buyerId: string; complaint: Complaint; found: string | null },
): Promise<FoundCase> {
  const { complaint } = want
  const payment = await lockPayment(tx, want.paymentId)
  if (payment.buyerId !== want.buyerId) {
    throw new AppError('not_found', 'There is no such payment.')
  }
  if (await lockCaseOf(tx, payment.id)) {
    throw new AppError('conflict', 'You have said what is wrong with this payment before.')
  }
  const now = tx.clock.now()
  const whyNot = whyNoCase(payment, now)
  if (whyNot) throw new AppError('payment_state', whyNot)
  const { creatorId } = payment
  const creator = creatorId && (await findPrincipals(tx, [creatorId])).get(creatorId)
  const isGone = !creator || creator.deleted || creator.banned
  const { address } = tx.caller
  const traces = {
    card: payment.card,
    network: address ? signature(tx.config.secret, 'case network', networkOf(address)) : null,
  }
  const [row] = await tx.db
    .insert(cases)
    .values({
      id: newId(),
      paymentId: payment.id,
      creatorId,
      state: 'open',
      reason: complaint.reason,
      text: complaint.text,
      shared: complaint.share,
      createdAt: now,
      answerBy: answerUntil(now),
      operatorSince: isGone ? now : null,
      ...traces,
    })
    .returning()
  if (!row) throw new Error('the case was not written')
  const opened = { row, payment }
  const note = want.found ?? (await findTwice(tx, opened))
  if (note && (await mayGrantAtOnce(tx, payment, traces))) {
    const granted = await giveAtOnce(tx, opened, note)
    if (granted) return granted
  }
  if (!isGone) await askCreator(tx, opened, false)
  return opened
}

/** Undefined where the money cannot go back by itself: a person then looks at the case. */
async function giveAtOnce(
  tx: TxCtx,
  opened: FoundCase,
  note: string,
): Promise<FoundCase | undefined> {
  try {
    return await giveBack(tx, opened, { note, decidedBy: 'machine' })
  } catch (error) {
    // Refused before anything was written.
    if (error instanceof AppError && error.code === 'payment_state') return undefined
    throw error
  }
}

async function findTwice(tx: TxCtx, { row, payment }: FoundCase): Promise<string | null> {
  if (row.reason !== 'charged_twice') return null
  const other = await findDoubleCharge(tx, payment)
  return other
    ? 'You paid twice for the same inputs within an hour. This one goes back with its file; the other stays yours.'
    : null
}
