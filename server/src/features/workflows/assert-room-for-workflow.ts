import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isUnbounded } from './is-unbounded.ts'
import { workflows } from './tables.ts'

/** Limits the workflows that stand at one time, for a creator whose row is locked. */
export async function assertRoomForWorkflow(tx: TxCtx, creator: Principal): Promise<void> {
  if (isUnbounded(tx, creator)) return
  const [counted] = await tx.db
    .select({ workflows: count() })
    .from(workflows)
    .where(and(eq(workflows.ownerId, creator.id), isNull(workflows.deletedAt)))
  if ((counted?.workflows ?? 0) < PUBLISHING.inAll) return
  throw new AppError(
    'forbidden',
    `A creator may have ${PUBLISHING.inAll} recipes. You can publish the next one once you have taken one down, or once the operator has approved you as a creator.`,
  )
}
