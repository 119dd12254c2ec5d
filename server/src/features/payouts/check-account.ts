import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { BankPayoutView, PayoutGateway } from '../../providers/payouts/spec.ts'
import { currentBook } from '../payments/index.ts'
import { refreshAccount } from './refresh-account.ts'
import { HOUR_MS, readBank } from './rules.ts'
import { settlePayout } from './settle-payout.ts'
import { payouts } from './tables.ts'

/** Asks the vendor about one account, its transfers that are open here, and its bank. */
export async function checkAccount(ctx: Ctx, accountId: string): Promise<void> {
  const { payoutGateway: gateway } = ctx
  await refreshAccount(ctx, accountId)
  const isHere = and(
    eq(payouts.accountId, accountId),
    eq(payouts.gateway, gateway.id),
    eq(payouts.book, currentBook(ctx)),
  )
  const sent = await ctx.db
    .select()
    .from(payouts)
    .where(and(isHere, inArray(payouts.state, ['sending', 'in_transit', 'paid'])))
    .orderBy(asc(payouts.id))
  for (const { id } of sent) {
    const transfer = await gateway.findTransfer({ payoutId: id })
    if (transfer) await settlePayout(ctx, id, { transfer })
  }
  await checkBank(ctx, gateway, accountId)
}

async function checkBank(ctx: Ctx, gateway: PayoutGateway, accountId: string): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.accountId, accountId),
        eq(payouts.gateway, gateway.id),
        inArray(payouts.state, ['in_transit', 'paid']),
      ),
    )
    .orderBy(asc(payouts.id))
  const sent = rows.flatMap(({ id, amount, reversed, sentAt }) =>
    sentAt ? [{ id, amount: amount - reversed, sentAt }] : [],
  )
  const [first] = sent
  if (!first) return
  const bank: BankPayoutView[] = []
  const since = new Date(first.sentAt.getTime() - HOUR_MS)
  for await (const view of gateway.listBankPayouts(accountId, since)) bank.push(view)
  for (const [id, stand] of readBank(sent, bank)) await settlePayout(ctx, id, { bank: stand })
}
