import { and, asc, count, eq, isNotNull, not } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { payments } from '../../schema/payments.ts'
import type { CodeRow } from '../../schema/promotion.ts'
import type { Book } from '../ledger/index.ts'
import { currentBook, isCodeHeld, isCodeHeldFast } from '../payments/index.ts'
import { lockBalance } from '../payouts/index.ts'
import { assertCovered, claimCode, quotePrice, type Sold } from './claim-code.ts'
import { countUsesOf, findCode } from './queries.ts'

/** Unpaid checkouts with one code that one network may hold at once, on a public server. */
const HELD_BY_NETWORK = 3

/** Claims a use of a code for a checkout, and answers what is charged and why. */
export async function applyCode(
  tx: TxCtx,
  {
    text,
    buyerId,
    sold,
    network,
  }: { text: string; buyerId: string; sold: Sold; network: string | null },
): Promise<{ codeId: string; amount: number; why: string }> {
  const workflow = { id: sold.workflowId, ownerId: sold.ownerId }
  const code = await claimCode(tx, { text, buyerId, workflow, refusal: 'payment_state' })
  const { price, why } = quotePrice(tx, code, sold)
  if (price === 0) {
    throw new AppError(
      'payment_state',
      `The code ${code.code} is for a free remix, without a checkout.`,
    )
  }
  if (network) await assertRoomFor(tx, code, network)
  return { codeId: code.id, amount: price, why }
}

/** Under the code's lock, which the claim has taken. */
async function assertRoomFor(tx: TxCtx, code: CodeRow, network: string): Promise<void> {
  const [row] = await tx.db
    .select({ held: count() })
    .from(payments)
    .where(
      and(
        eq(payments.codeId, code.id),
        eq(payments.network, network),
        isCodeHeldFast(tx.clock.now()),
      ),
    )
  if ((row?.held ?? 0) < HELD_BY_NETWORK) return
  throw new AppError(
    'payment_state',
    `Three checkouts with the code ${code.code} are open from your network and not paid. Please try again in ten minutes.`,
  )
}

/**
 * Where nothing is left of a code but what unpaid checkouts hold: the oldest that hold it for more than
 * their ten minutes. As many as one buyer's checkout can wait for.
 */
export async function findHeldTooLong(
  ctx: Ctx,
  { text, creatorId }: { text: string; creatorId: string },
): Promise<string[]> {
  const code = await findCode(ctx, { ownerId: creatorId, text })
  if (code?.total == null) return []
  const { used, held } = await countUsesOf(ctx, code.id)
  if (used >= code.total || used + held < code.total) return []
  const rows = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.codeId, code.id),
        isCodeHeld,
        isNotNull(payments.sessionId),
        not(isCodeHeldFast(ctx.clock.now()) ?? isCodeHeld),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(2)
  return rows.map(({ id }) => id)
}

export interface FreeRunClaim {
  codeId: string
  /** The book of the creator's balance that pays for the run; null where the run costs nothing. */
  codeBook: Book | null
}

/**
 * Claims a free run in the transaction that writes its job. Where the run may cost something, the
 * creator's balance stays locked until then, so that of ten runs at once each one is covered.
 */
export async function claimFreeRun(
  tx: TxCtx,
  { text, buyerId, sold }: { text: string; buyerId: string; sold: Sold },
): Promise<FreeRunClaim> {
  const workflow = { id: sold.workflowId, ownerId: sold.ownerId }
  const code = await claimCode(tx, { text, buyerId, workflow, refusal: 'payment_required' })
  const { price } = quotePrice(tx, code, sold)
  if (price > 0) {
    throw new AppError(
      'payment_required',
      `The code ${code.code} lowers the price. Please pay for the remix with it first.`,
    )
  }
  if (sold.cost === 0) return { codeId: code.id, codeBook: null }
  await lockBalance(tx, code.ownerId)
  await assertCovered(tx, code, sold, 'payment_required')
  return { codeId: code.id, codeBook: currentBook(tx) }
}
