import type { SQLWrapper } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

export const codePorts = {
  /**
   * How many free runs each code paid for, of all owners or of one. A run that ended without a creation is
   * counted where it cost something; a failed one never against its owner.
   */
  countFreeRuns: definePort<
    Ctx,
    { codeIds: readonly string[]; ownerId?: string },
    ReadonlyMap<string, number>
  >('codes.count-free-runs'),
  /** A subquery that selects the ids of the jobs that a code paid for; awaited by itself, a query would run. */
  jobsOfCode: definePort<Ctx, { codeId: string }, { jobIds: SQLWrapper }>('codes.jobs-of-code'),
}
