import { CASE } from '@vignette/contract/case-words.ts'
import { and, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { findPrincipals, listOwners } from '../identity/index.ts'
import { type PaymentRow, payments } from '../payments/index.ts'
import { cases } from './tables.ts'

const grantsAtOnce = defineLock(8_402_161)

/** Keyed hashes of the buyer's card and network, null where they are not known any more. */
export interface Traces {
  card: string | null
  network: string | null
}

/**
 * Whether a case that the machine confirms may be granted without a person. A guest is free to be a
 * new one, so that grants to guests are counted by card and network too, and a guest whose card is
 * forgotten goes the ordinary way. The locks let grants at one moment count each other.
 */
export async function mayGrantAtOnce(
  tx: TxCtx,
  payment: PaymentRow,
  { card, network }: Traces,
): Promise<boolean> {
  if (payment.captured >= CASE.atOnceBelowCents) return false
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
