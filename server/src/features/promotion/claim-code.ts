import type { ErrorCode } from '@vignette/contract/errors.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CodeRow, codes } from '../../schema/promotion.ts'
import { getSpendable } from '../payouts/index.ts'
import { getRunnable, lowestPriceHere } from '../workflows/index.ts'
import { countUsesOf, findCode } from './queries.ts'
import { describeReduction, reducedPrice, whyNot } from './rules.ts'

interface CodeWanted {
  text: string
  /** Undefined for a caller without an account or anonymous id. */
  buyerId: string | undefined
  workflow: { id: string; ownerId: string }
  /** The error code with which a code that does not hold is refused. */
  refusal: ErrorCode
}

/**
 * Finds a code that holds for this recipe and buyer; throws with the reason where the code does not hold.
 * A quote counts only what is held against everybody: a checkout ends what is held longer, and what
 * the same buyer holds.
 */
async function getUsableCode(
  ctx: Ctx,
  want: CodeWanted,
  { claims = false } = {},
): Promise<CodeRow> {
  const { text, buyerId, workflow, refusal } = want
  const code = await findCode(ctx, { ownerId: workflow.ownerId, text })
  const holdsHere =
    code && (code.workflowIds.length === 0 || code.workflowIds.includes(workflow.id))
  if (!holdsHere || code.state === 'draft') {
    throw new AppError(refusal, `There is no code ${text.toUpperCase()} for this recipe.`)
  }
  const closed = whyNot(code, ctx.clock.now())
  if (closed) throw new AppError(refusal, closed)
  if (code.total !== null) {
    const { used, held, heldFast } = await countUsesOf(ctx, code.id)
    if (used >= code.total) throw new AppError(refusal, `The code ${code.code} is used up.`)
    if (used + (claims ? held : heldFast) >= code.total) {
      throw new AppError(
        refusal,
        `What is left of the code ${code.code} is held by buyers who are paying. Please try again in ten minutes.`,
      )
    }
  }
  if (buyerId !== undefined) {
    const { used, held } = await countUsesOf(ctx, code.id, buyerId)
    if (used >= code.perBuyer) {
      throw new AppError(refusal, `You have used the code ${code.code} already.`)
    }
    if (claims && used + held >= code.perBuyer) {
      throw new AppError(refusal, `You have another checkout open with the code ${code.code}.`)
    }
  }
  return code
}

/**
 * Claims a use in the transaction that writes its payment or job: the code's row stays locked until
 * the transaction ends, so that of ten buyers one gets the last use.
 */
export async function claimCode(tx: TxCtx, want: CodeWanted): Promise<CodeRow> {
  const found = await findCode(tx, { ownerId: want.workflow.ownerId, text: want.text })
  if (found) {
    await tx.db.select({ id: codes.id }).from(codes).where(eq(codes.id, found.id)).for('update')
  }
  return getUsableCode(tx, want, { claims: true })
}

/** The version of a recipe that is sold. */
export interface Sold {
  workflowId: string
  ownerId: string
  price: number
  launch?: Launch | undefined
  cost: number
}

/** The price with a code, counted from the full price: a purchase has only one reduction. */
export function quotePrice(
  ctx: Pick<Ctx, 'config' | 'gateway'>,
  code: CodeRow,
  sold: Sold,
): { price: number; why: string } {
  const { price: full, cost } = sold
  if (code.kind === 'free' && cost > code.runCost) {
    throw new AppError(
      'payment_state',
      `The code ${code.code} pays for no remix of this recipe: a remix may cost more than its creator has agreed to bear.`,
    )
  }
  const lowest = lowestPriceHere(ctx, cost) ?? full
  const price = reducedPrice(code, { full, lowest })
  const now = priceNow(sold)
  if (price >= now) {
    const why = sold.launch ? 'the launch price is no higher' : 'it is the lowest price here'
    throw new AppError(
      'payment_state',
      `The code ${code.code} changes nothing here: ${why} (${formatCents(now)}).`,
    )
  }
  return { price, why: describeReduction(code, { full, lowest }) }
}

/** A free run begins only where its creator's cleared money, less holds and what other free runs may cost, covers all that the run may cost. */
export async function assertCovered(
  ctx: Ctx,
  { code, kind, ownerId }: CodeRow,
  { cost }: Sold,
  refusal: ErrorCode,
): Promise<void> {
  if (kind !== 'free' || cost === 0) return
  if ((await getSpendable(ctx, ownerId)) >= cost) return
  throw new AppError(
    refusal,
    `The code ${code} pays for no remix at the moment: the balance of its creator does not cover what a remix may cost.`,
  )
}

/** What a run costs with a code, from the recipe's page on; claims nothing. */
export async function priceWithCode(
  ctx: Ctx,
  workflowId: string,
  text: string,
): Promise<{ code: string; full_price: number; price: number; why: string }> {
  const sold = await getRunnable(ctx, workflowId)
  if (sold.price === 0) throw new AppError('payment_state', 'This recipe is free without a code.')
  const code = await getUsableCode(ctx, {
    text,
    buyerId: ctx.caller.principal?.id,
    workflow: { id: workflowId, ownerId: sold.ownerId },
    refusal: 'payment_state',
  })
  const quote = quotePrice(ctx, code, sold)
  await assertCovered(ctx, code, sold, 'payment_state')
  return { code: code.code, full_price: sold.price, ...quote }
}
