import type { CodeView } from '@vignette/contract/codes.ts'
import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { agreeRunCost } from './agree-run-cost.ts'
import { codes } from './tables.ts'
import { viewCodes } from './view-codes.ts'

/**
 * Locks the code's row, so that a checkout either claims the code before a stop or sees the stop. Beginning
 * a code of free runs agrees to what a run may cost now.
 */
export async function setCodeState(
  ctx: Ctx,
  id: string,
  { state, run_cost: shown }: { state: 'active' | 'stopped'; run_cost?: number | undefined },
): Promise<CodeView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const own = and(eq(codes.id, id), eq(codes.ownerId, owner.id))
    const [code] = await tx.db.select().from(codes).where(own).for('update')
    if (!code) throw new AppError('not_found', 'There is no such code of yours.')
    const runCost =
      state === 'active' ? await agreeRunCost(tx, code, shown ?? code.runCost) : code.runCost
    const [row] = await tx.db.update(codes).set({ state, runCost }).where(own).returning()
    const [view] = row ? await viewCodes(tx, [row]) : []
    if (!view) throw new Error('the code was not read')
    return view
  })
}
