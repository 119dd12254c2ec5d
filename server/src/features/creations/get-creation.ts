import type { CreationView } from '@vignette/contract/creations.ts'
import type { Ctx } from '../../ctx.ts'
import { noteOpening } from './note-opening.ts'
import { getVisible } from './queries.ts'
import { viewCreation } from './view-creation.ts'

export async function getCreation(
  ctx: Ctx,
  id: string,
  how: { key?: string | undefined; jobId?: string | undefined } = {},
): Promise<CreationView> {
  const row = await getVisible(ctx, id, how.key)
  await noteOpening(ctx, row, 'open')
  return viewCreation(ctx, row, how)
}
