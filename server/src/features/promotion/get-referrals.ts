import { currencyHere } from '@vignette/contract/currency.ts'
import { FEW_PEOPLE } from '@vignette/contract/number-limits.ts'
import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { referralPath } from '@vignette/contract/referral-path.ts'
import type { getReferrals as route } from '@vignette/contract/referrals.ts'
import { and, countDistinct, eq, gt, sum } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { payments } from '../../schema/payments.ts'
import { referralDays } from '../../schema/promotion.ts'
import { listOwners, requireUser } from '../identity/index.ts'
import { sumCommission } from '../ledger/index.ts'
import { currentBook, sumPartsBesides } from '../payments/index.ts'
import { writeClicks } from './clicks.ts'

/** The caller's link and its figures. */
export async function getReferrals(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  const { id, username } = requireUser(ctx)
  await writeClicks(ctx)
  return {
    currency: currencyHere(),
    test_mode: ctx.gateway.testMode,
    link: `${ctx.origin}${referralPath(username ?? id)}`,
    ...REFERRAL,
    clicks: await sumClicks(ctx, id),
    buyers: await countBuyers(ctx, id),
    ...(await divideCommission(ctx, id)),
  }
}

async function sumClicks(ctx: Ctx, referrerId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ clicks: sum(referralDays.clicks).mapWith(Number) })
    .from(referralDays)
    .where(eq(referralDays.referrerId, referrerId))
  return row?.clicks ?? 0
}

async function countBuyers(ctx: Ctx, referrerId: string): Promise<number | null> {
  const [row] = await ctx.db
    .select({ buyers: countDistinct(payments.buyerId) })
    .from(payments)
    .where(
      and(
        eq(payments.referrerId, referrerId),
        gt(payments.referralPercent, 0),
        eq(payments.state, 'captured'),
        eq(payments.book, currentBook(ctx)),
      ),
    )
  const buyers = row?.buyers ?? 0
  return buyers > 0 && buyers < FEW_PEOPLE ? null : buyers
}

/** Divides the commission by what became of it; each payout knows what of it was commission. */
async function divideCommission(
  ctx: Ctx,
  id: string,
): Promise<{ pending: number; available: number; paid: number }> {
  const owners = await listOwners(ctx, id)
  const money = { book: currentBook(ctx), currency: currencyHere() }
  const { earned, pending } = await sumCommission(ctx, owners, money)
  const besides = await sumPartsBesides(ctx, owners)
  const paid = besides.reduce((sum, each) => sum + (each.kind === 'commission' ? each.paid : 0), 0)
  return { pending, available: earned - pending - paid, paid }
}
