import type { CodeView } from '@vignette/contract/codes.ts'
import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { codes } from './tables.ts'
import { viewCodes } from './view-codes.ts'

/** Locks the code's row, so that a checkout either claims the code before a stop or sees the stop. */
export async function setCodeState(
  ctx: Ctx,
  id: string,
  state: 'active' | 'stopped',
): Promise<CodeView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const [row] = await tx.db
      .update(codes)
      .set({ state })
      .where(and(eq(codes.id, id), eq(codes.ownerId, owner.id)))
      .returning()
    const [view] = row ? await viewCodes(tx, [row]) : []
    if (!view) throw new AppError('not_found', 'There is no such code of yours.')
    return view
  })
}
