import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { eq, sql } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { bytesOf } from './bytes-of.ts'
import { isUnbounded } from './is-unbounded.ts'
import type { Recipe } from './rules-recipe.ts'
import { workflows, workflowVersions } from './tables.ts'

/** Limits the number of versions, since every version is kept for the creations and sales that name it. */
export async function assertRoomForVersion(
  tx: TxCtx,
  creator: Principal,
  recipe: Recipe,
): Promise<void> {
  if (isUnbounded(tx, creator)) return
  const [counted] = await tx.db
    .select({
      bytes: sql<number>`coalesce(sum(coalesce(${workflowVersions.bytes}, octet_length(${workflowVersions.recipe}::text))), 0)::int`,
    })
    .from(workflowVersions)
    .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
    .where(eq(workflows.ownerId, creator.id))
  if ((counted?.bytes ?? 0) + bytesOf(recipe) <= PUBLISHING.creatorBytes) return
  throw new AppError(
    'quota_exceeded',
    `All versions of your recipes together may take up ${PUBLISHING.creatorBytes / MEGABYTE} MB, and this one would go beyond. You can publish again once the operator has approved you as a creator.`,
  )
}
