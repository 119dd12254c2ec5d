import type { ErrorCode } from '@vignette/contract/errors.ts'
import { eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countUses, findCode } from './queries.ts'
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

/** Finds a code that holds for this recipe and buyer; throws with the reason where the code does not hold. */
export async function getUsableCode(ctx: Ctx, want: CodeWanted): Promise<CodeRow> {
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
    const uses = await countUses(ctx, { codeIds: [code.id] })
    if ((uses.get(code.id) ?? 0) >= code.total) {
      throw new AppError(refusal, `The code ${code.code} is used up.`)
    }
  }
  if (buyerId !== undefined) {
    const own = await countUses(ctx, { codeIds: [code.id], ownerId: buyerId })
    if ((own.get(code.id) ?? 0) >= code.perBuyer) {
      throw new AppError(refusal, `You have used the code ${code.code} already.`)
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
  return getUsableCode(tx, want)
}
