import { readCameFrom, type VisitSource } from '@vignette/contract/visit-source.ts'
import type { Ctx } from '../../ctx.ts'

/** How the caller came to the workflow, for a payment or a job; null for the house's own work. */
export function sourceOf(
  { caller, clock }: Pick<Ctx, 'caller' | 'clock'>,
  workflowId: string,
): VisitSource | null {
  if (caller.via === 'none') return null
  if (caller.via === 'bearer') return 'api'
  return readCameFrom(caller.cameFrom, workflowId, clock.now()) ?? 'direct'
}
