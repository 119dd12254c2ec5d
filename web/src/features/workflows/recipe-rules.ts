import { expectedTime, formatGenerationTime } from '@vignette/contract/generation-time.ts'
import { NEW_BADGE_DAYS } from '@vignette/contract/limits.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'

const DAY = 86_400_000

export function isNew(createdAt: string, now: number): boolean {
  const age = now - Date.parse(createdAt)
  return age >= 0 && age <= NEW_BADGE_DAYS * DAY
}

export function formatOutputType(type: string | null | undefined): string {
  return type ? type.toUpperCase() : 'UNKNOWN'
}

/**
 * Says how long a run takes and how many of the last runs delivered, as measured where enough runs
 * have ended, or that nothing was tested yet; how often visitors remixed the recipe, and how many
 * proofs were kept.
 */
export function formatUse({
  remix_count,
  kept,
  last_runs,
  untested,
  ...times
}: Pick<
  WorkflowCard,
  'generation_time' | 'measured_time' | 'remix_count' | 'kept' | 'last_runs' | 'untested'
>): string[] {
  const told = last_runs ? `${last_runs.delivered} of ${last_runs.of} delivered` : untested
  return [
    formatGenerationTime(expectedTime(times)),
    ...(told ? [told] : []),
    ...(remix_count > 0 ? [`remixed ${formatTimes(remix_count)}`] : []),
    ...(kept ? [`kept ${kept.kept} of ${kept.of}`] : []),
  ]
}

/** "once", "twice", "1,203 times". */
export function formatTimes(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${count.toLocaleString('en-US')} times`
}
