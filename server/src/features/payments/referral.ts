import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { and, eq, inArray, lt, or } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { widerNetworkOf } from '../../platform/http/network.ts'
import { readSigned, signature, signValue } from '../../platform/secrets.ts'
import { type PaymentRow, payments } from '../../schema/payments.ts'
import { findByAnyId, listOwners, readFan } from '../identity/index.ts'
import { publicNetworkHash } from './checkout/network.ts'
import { currentBook } from './gateway.ts'
import { isSale } from './is-sale.ts'
import { changePayment, recordEvent } from './payment.ts'
import { HOUR_MS } from './rules.ts'

const PURPOSE = 'referral'

type Reader = Pick<Ctx, 'config' | 'clock'>

interface LedBy {
  referrerId: string
  /** The first visit by the link, in whole seconds. */
  since: Date
}

/** The value of the cookie that a fan's link sets; `to` is the recipe that the link names. */
export function signLedBy(
  { config }: Pick<Ctx, 'config'>,
  { referrerId, since }: LedBy,
  to: string | undefined,
): string {
  const seconds = Math.floor(since.getTime() / 1000).toString(36)
  return signValue(config.secret, PURPOSE, `${referrerId}~${seconds}~${to ?? ''}`)
}

/** Reads by whose link the browser came; undefined for a cookie that is forged or too old. */
export function readLedBy(
  { config, clock }: Reader,
  cookie: string | undefined,
): LedBy | undefined {
  const [referrerId, seconds = ''] = readSigned(config.secret, PURPOSE, cookie)?.split('~') ?? []
  const since = Number.parseInt(seconds, 36) * 1000
  const age = clock.now().getTime() - since
  const isValid = age >= 0 && age < REFERRAL.days * 24 * HOUR_MS
  return referrerId !== undefined && isValid ? { referrerId, since: new Date(since) } : undefined
}

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
): Promise<{ referral: Referral; since: Date; refusal: ReferralRefusal | undefined } | null> {
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
    since: led.since,
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

type ReferralRefusal = 'buyer' | 'creator' | 'browser' | 'card'

interface Referred {
  referrerId: string
  buyerId: string
  creatorId: string | null
  /** The payment's card, once it is known. */
  card?: string | null
  /** The fan whose own browser the buyer uses. */
  fanOf?: string | undefined
}

/** Why a purchase pays its referrer nothing: the referrer is the buyer or the creator, as far as is known. */
async function findReferralRefusal(
  ctx: Pick<Ctx, 'db'>,
  { referrerId, buyerId, creatorId, card, fanOf }: Referred,
): Promise<ReferralRefusal | undefined> {
  const referrers = await listOwners(ctx, referrerId)
  if (referrers.includes(buyerId)) return 'buyer'
  if (creatorId && referrers.includes(creatorId)) return 'creator'
  if (fanOf !== undefined && referrers.includes(fanOf)) return 'browser'
  const cards = ctx.db
    .select({ card: payments.card })
    .from(payments)
    .where(inArray(payments.buyerId, await listOwners(ctx, buyerId)))
  const [same] = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isSale,
        inArray(payments.buyerId, referrers),
        or(inArray(payments.card, cards), card ? eq(payments.card, card) : undefined),
      ),
    )
    .limit(1)
  return same ? 'card' : undefined
}

/** Takes the commission from a payment whose referrer turns out, since checkout, to be its buyer or its creator. */
export async function refuseReferral(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  const { referrerId, referralPercent } = payment
  if (!referrerId || !referralPercent) return payment
  const refusal = await findReferralRefusal(tx, { ...payment, referrerId })
  if (!refusal) return payment
  await recordEvent(tx, payment.id, 'referral.refused', { why: refusal })
  return changePayment(tx, payment, { referralPercent: 0 })
}
