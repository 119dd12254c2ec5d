import {
  MEASURED_RUNS,
  type MeasuredTime,
  type RunOutcome,
} from '@vignette/contract/own-workflows.ts'

export const DAY_MS = 86_400_000
/** The days of the figures beside a recipe. */
export const DAYS = 30
/** The days of the small chart. */
export const CHART_DAYS = 7

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

/** Of the runs that delivered or failed; cancelled and refused ones say nothing about the recipe. */
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

/** The runs that the time is taken from, newest first. */
export const NEWEST_RUNS = 100
const MOST_SECONDS = 30 * 60

/** The time that runs took in whole seconds, where enough ran and buyers read something else. */
export function describeMeasured({
  runs,
  medianMs,
  declaredMs,
}: {
  runs: number
  medianMs: number
  declaredMs: number
}): MeasuredTime | undefined {
  if (runs < MEASURED_RUNS) return undefined
  const seconds = Math.min(MOST_SECONDS, Math.max(1, Math.round(medianMs / 1000)))
  const isNear = Math.abs(seconds * 1000 - declaredMs) <= declaredMs / 4
  return isNear ? undefined : { seconds, runs }
}
