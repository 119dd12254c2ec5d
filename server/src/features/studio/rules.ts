import type { RunOutcome } from '@vignette/contract/own-workflows.ts'

export const DAY_MS = 86_400_000
/** The days of the figures beside a recipe. */
export const DAYS = 30
/** The days of the small chart. */
const CHART_DAYS = 7

export interface DayOfRuns {
  /** `2026-11-23`, UTC. */
  day: string
  outcome: RunOutcome
  count: number
}

/** Whole percent of a part; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole)
}

/** The share of runs that delivered. Cancelled and refused runs are left out: they say nothing about the recipe. */
export function deliveredPercent(runs: readonly Pick<DayOfRuns, 'outcome' | 'count'>[]) {
  const sum = (outcome: RunOutcome) =>
    runs.reduce((total, run) => total + (run.outcome === outcome ? run.count : 0), 0)
  const delivered = sum('delivered')
  return percentOf(delivered, delivered + sum('failed'))
}

/** The counts of the last days, oldest first, zero where nothing ran. */
export function countByDay(runs: readonly DayOfRuns[], now: Date): number[] {
  return Array.from({ length: CHART_DAYS }, (_, at) => {
    const day = new Date(now.getTime() - (CHART_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return runs.reduce((total, run) => total + (run.day === day ? run.count : 0), 0)
  })
}
