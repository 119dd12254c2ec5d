import type { CreationView } from '@vignette/contract/creations.ts'
import type { Ctx } from '../../ctx.ts'
import { getVisible } from './queries.ts'
import { viewCreation } from './view-creation.ts'

export async function getCreation(ctx: Ctx, id: string, key?: string): Promise<CreationView> {
  return viewCreation(ctx, await getVisible(ctx, id, key), key)
}
