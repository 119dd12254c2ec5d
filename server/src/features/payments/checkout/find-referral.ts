import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { widerNetworkOf } from '../../../platform/http/network-of.ts'
import { signature } from '../../../platform/secrets.ts'
import { findByAnyId, listOwners, readFan } from '../../identity/index.ts'
import { currentBook } from '../current-book.ts'
import { findReferralRefusal, type ReferralRefusal } from '../find-referral-refusal.ts'
import { isSale } from '../is-sale.ts'
import { readLedBy } from '../led-by.ts'
import { payments } from '../tables.ts'
import { publicNetworkHash } from './public-network-hash.ts'

/** What the row of a payment keeps of the link that led its buyer here. */
interface Referral {
  referrerId: string
  referralPercent: number
  widerNetwork: string | null
}

/** The referral of a purchase that begins now; null where no fan's link led a new buyer here. */
export async function findReferral(
  tx: TxCtx,
  { buyerId, creatorId }: { buyerId: string; creatorId: string },
): Promise<{ referral: Referral; refusal: ReferralRefusal | undefined } | null> {
  if (tx.caller.via !== 'cookie') return null
  const led = readLedBy(tx, tx.caller.ledBy)
  const referrer = led && (await findByAnyId(tx, led.referrerId))
  if (!referrer || referrer.kind !== 'user' || referrer.deletedAt || referrer.bannedAt) return null
  if (await hasBought(tx, buyerId, led.since)) return null
  const referrerId = referrer.id
  const fanOf = readFan(tx, tx.caller.fanOf)
  const refusal = await findReferralRefusal(tx, { referrerId, buyerId, creatorId, fanOf })
  const referralPercent = refusal ? 0 : REFERRAL.percent
  return {
    referral: { referrerId, referralPercent, widerNetwork: refusal ? null : widerNetworkHash(tx) },
    refusal,
  }
}

/** Whether the buyer had begun another purchase before the visit, one that was charged or still may be. */
async function hasBought(tx: TxCtx, buyerId: string, before: Date): Promise<boolean> {
  const [found] = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isSale,
        inArray(payments.buyerId, await listOwners(tx, buyerId)),
        inArray(payments.state, ['authorized', 'delivered', 'capture_requested', 'captured']),
        lt(payments.createdAt, before),
        eq(payments.book, currentBook(tx)),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** The hash of the buyer's wider network; null for an address that many callers may share. */
function widerNetworkHash(tx: TxCtx): string | null {
  if (publicNetworkHash(tx) === null) return null
  return signature(tx.config.secret, 'network', widerNetworkOf(tx.caller.address))
}
