import { CASE, type CaseReason } from '@vignette/contract/case-words.ts'
import { and, between, eq, gt, inArray, isNull, ne, notExists, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { networkOf } from '../../platform/http/network.ts'
import { newId } from '../../platform/ids.ts'
import { signature } from '../../platform/secrets.ts'
import { hoursAgo } from '../../platform/time.ts'
import { cases } from '../../schema/cases.ts'
import { creations } from '../../schema/creations.ts'
import { type PaymentRow, paymentRefunds, payments } from '../../schema/payments.ts'
import { findPrincipals, listOwners } from '../identity/index.ts'
import { lockPayment } from '../payments/index.ts'
import { type FoundCase, lockCaseOf } from './case.ts'
import { askCreator } from './case-notice.ts'
import { giveBack } from './decision.ts'
import { caseEvents } from './events.ts'
import { answerUntil, whyNoCase } from './rules.ts'

const grantsAtOnce = defineLock(8_402_161)

const HOUR_MS = 3_600_000

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
  await caseEvents.opened.emit(tx, opened)
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

/**
 * Another payment of the buyer for the same version and inputs within an hour, of which nothing was
 * given back and no case was opened: the buyer keeps one of the two.
 */
async function findDoubleCharge(tx: TxCtx, payment: PaymentRow): Promise<string | undefined> {
  const { creationId, capturedAt } = payment
  if (!creationId || !capturedAt) return undefined
  const own = alias(creations, 'own')
  const around = (ms: number) => new Date(capturedAt.getTime() + ms)
  const [found] = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(creations, eq(creations.id, payments.creationId))
    .innerJoin(own, eq(own.id, creationId))
    .where(
      and(
        ne(payments.id, payment.id),
        eq(payments.buyerId, payment.buyerId),
        eq(payments.workflowId, payment.workflowId),
        eq(payments.workflowVersion, payment.workflowVersion),
        eq(payments.state, 'captured'),
        eq(payments.book, payment.book),
        eq(payments.refunded, 0),
        eq(payments.disputed, 0),
        between(payments.capturedAt, around(-HOUR_MS), around(HOUR_MS)),
        // The inputs of a deleted creation are forgotten, so that they say nothing.
        isNull(creations.deletedAt),
        isNull(own.deletedAt),
        eq(creations.inputs, own.inputs),
        notExists(tx.db.select().from(cases).where(eq(cases.paymentId, payments.id))),
        // Payments with a refund that was requested but not booked yet.
        notExists(
          tx.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, payments.id)),
        ),
      ),
    )
    .limit(1)
  return found?.id
}

/** Keyed hashes of the buyer's card and network, null where they are not known any more. */
interface Traces {
  card: string | null
  network: string | null
}

/**
 * Whether a case that the machine confirms may be granted without a person. A guest is free to be a
 * new one, so that grants to guests are counted by card and network too, and a guest whose card is
 * forgotten goes the ordinary way. The locks let grants at one moment count each other.
 */
async function mayGrantAtOnce(
  tx: TxCtx,
  payment: PaymentRow,
  { card, network }: Traces,
): Promise<boolean> {
  // What the machine looks at is one creation of a batch, and the payment is for all of them.
  if (payment.units !== null || payment.captured >= CASE.atOnceBelowCents) return false
  const { buyerId } = payment
  const isGuest = (await findPrincipals(tx, [buyerId])).get(buyerId)?.kind !== 'user'
  if (isGuest && (!card || !network)) return false
  if (card) await lockFor(tx, grantsAtOnce, `card ${card}`)
  if (isGuest) await lockFor(tx, grantsAtOnce, `network ${network}`)
  const counted: SQL[] = [inArray(payments.buyerId, await listOwners(tx, buyerId))]
  if (card) counted.push(eq(cases.card, card))
  if (isGuest && network) counted.push(eq(cases.network, network))
  for (const which of counted) if ((await countGrants(tx, which)) >= CASE.atOnceTimes) return false
  return true
}

async function countGrants(tx: TxCtx, which: SQL): Promise<number> {
  const rows = await tx.db
    .select({ id: cases.id })
    .from(cases)
    .innerJoin(payments, eq(payments.id, cases.paymentId))
    .where(
      and(
        eq(cases.decidedBy, 'machine'),
        gt(cases.decidedAt, hoursAgo(tx, CASE.atOnceDays * 24)),
        which,
      ),
    )
    .limit(CASE.atOnceTimes)
  return rows.length
}
