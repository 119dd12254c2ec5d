import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'

export const codePorts = {
  /** How many free runs each code paid for, of all owners or of one; runs that ended without a creation are not counted. */
  countFreeRuns: definePort<
    Ctx,
    { codeIds: readonly string[]; ownerId?: string },
    ReadonlyMap<string, number>
  >('codes.count-free-runs'),
}
