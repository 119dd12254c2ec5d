import { formatGenerationTime } from '@vignette/contract/generation-time.ts'
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

/** An input type may be stored as a step type (`text_input`); readers see the plain word. */
export function formatInputType(type: string): string {
  return type.replace(/_input$/, '').toUpperCase()
}

/**
 * Says how long a run takes and how many of the last runs delivered, as measured where enough runs
 * have ended, or that no run has delivered yet; how often visitors remixed the recipe, and how many
 * proofs were kept.
 */
export function formatUse({
  generation_time,
  remix_count,
  kept,
  last_runs,
  untested,
}: Pick<
  WorkflowCard,
  'generation_time' | 'remix_count' | 'kept' | 'last_runs' | 'untested'
>): string[] {
  const time = formatGenerationTime(generation_time)
  return [
    ...(last_runs
      ? [
          ...(last_runs.p50 ? [`usually ${time.slice(1)}`] : []),
          `${last_runs.delivered} of ${last_runs.of} delivered`,
        ]
      : [time, ...(untested ? [untested] : [])]),
    ...(remix_count > 0 ? [`${remix_count.toLocaleString('en-US')} remixed`] : []),
    ...(kept ? [`kept ${kept.kept} of ${kept.of}`] : []),
  ]
}

export function formatTimes(count: number): string {
  if (count === 0) return 'Not yet'
  return count === 1 ? 'Once' : `${count.toLocaleString('en-US')} times`
}
