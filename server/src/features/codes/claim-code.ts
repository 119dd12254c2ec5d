import type { ErrorCode } from '@vignette/contract/errors.ts'
import { eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countUsesOf, findCode } from './queries.ts'
import { whyNot } from './rules.ts'
import { type CodeRow, codes } from './tables.ts'

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
 * A quote counts only what is held against everybody: a checkout ends what is held longer.
 */
export async function getUsableCode(
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
    if (used + held >= code.perBuyer) {
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
