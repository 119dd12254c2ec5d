import type { CreationView } from '@vignette/contract/creations.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import { creationNotFound, getVisible } from './creation.ts'
import { viewCreation } from './view-creation.ts'

export async function getCreation(
  ctx: Ctx,
  id: string,
  how: { key?: string | undefined; drawing?: string | undefined } = {},
): Promise<CreationView> {
  const row = await getVisible(ctx, id, how.key)
  await noteOpening(ctx, row, 'open')
  return viewCreation(ctx, row, how)
}

/** A creation of another workflow is answered as not found. */
export async function getWorkflowCreation(
  ctx: Ctx,
  workflowId: string,
  id: string,
  key?: string,
): Promise<CreationView> {
  const row = await getVisible(ctx, id, key)
  if (row.workflowId !== workflowId) throw creationNotFound()
  return viewCreation(ctx, row, { key })
}

/** Keeps the first time at which the owner's browser loaded a creation or its proof, or downloaded the file. */
export async function noteOpening(
  ctx: Ctx,
  row: CreationRow,
  action: 'open' | 'download',
): Promise<void> {
  const what = action === 'download' ? 'downloadedAt' : row.proofUntil ? 'proofSeenAt' : 'openedAt'
  if (row[what] !== null || ctx.caller.principal?.id !== row.ownerId) return
  await ctx.db
    .update(creations)
    .set({ [what]: ctx.clock.now() })
    .where(and(eq(creations.id, row.id), isNull(creations[what])))
}
