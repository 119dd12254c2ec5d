import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockActing } from '../identity/index.ts'
import { findBankLast4, findPayout } from '../payouts/index.ts'
import { monthOf } from './rules.ts'
import { sealStatement } from './seal-statement.ts'
import { type StatementRow, statements } from './tables.ts'

/**
 * The statement of a payout that arrived: what moved since the payout before, up to the moment when
 * this payout left the balance. Made once: a later word of the bank does not change the statement.
 */
export async function makePayoutStatement(
  ctx: Ctx,
  payoutId: string,
): Promise<StatementRow | undefined> {
  return inTransaction(ctx, async (tx) => {
    const payout = await findPayout(tx, payoutId)
    if (!payout) return undefined
    const { principalId, book, currency, amount, reversed, reference } = payout
    await lockActing(tx, principalId, 'no key update')
    const [made] = await tx.db.select().from(statements).where(eq(statements.payoutId, payoutId))
    if (made) return made
    if (payout.state !== 'paid' || !payout.endedAt) return undefined
    return sealStatement(tx, {
      principalId,
      book,
      currency,
      kind: 'payout',
      month: monthOf(payout.endedAt),
      payout: {
        id: payoutId,
        amount: amount - reversed,
        makeup: payout.makeup,
        returned: reversed,
        bankLast4: await findBankLast4(tx, payout),
        reference,
        sentAt: payout.sentAt?.toISOString() ?? null,
        arrivedAt: payout.endedAt.toISOString(),
      },
      until: new Date(payout.createdAt.getTime() + 1),
    })
  })
}
