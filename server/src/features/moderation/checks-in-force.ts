import type { Ctx } from '../../ctx.ts'
import { IMAGE_CHECKS } from './image-checks.ts'

/** Names the current checks with their thresholds. */
export function checksInForce(ctx: Pick<Ctx, 'config'>): string {
  return IMAGE_CHECKS.map((one) => one.name(ctx.config)).join(', ')
}
