import { and, eq, inArray, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { listOwners } from '../identity/index.ts'
import { isSale } from './is-sale.ts'
import { payments } from './tables.ts'

export type ReferralRefusal = 'buyer' | 'creator' | 'browser' | 'card'

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
export async function findReferralRefusal(
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
