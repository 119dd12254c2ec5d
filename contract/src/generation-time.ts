import { DEFAULT_GENERATION_SECONDS } from './limits.ts'

/**
 * The only parser of generation_time. Creators give seconds or milliseconds; a value below 1000
 * means seconds. The result is milliseconds and at least 1000, so that parsing a result again does
 * not take it for seconds.
 */
export function readGenerationTimeMs(value: number): number {
  if (value <= 0) return 0
  return value < 1000 ? Math.max(1000, Math.round(value * 1000)) : Math.round(value)
}

/** What half of a version's last delivered runs took at most. */
export interface MeasuredTime {
  seconds: number
  runs: number
}

interface Timed {
  /** As posted; an answer of the specified shape alone may lack it. */
  generation_time?: number | null | undefined
  measured_time?: MeasuredTime | undefined
}

/** The time that screens show: as measured, else as posted. */
export function expectedTime({ generation_time, measured_time }: Timed): number | null {
  return measured_time ? measured_time.seconds * 1000 : (generation_time ?? null)
}

/** Whether a measured time is more than a quarter off what a recipe states. */
export function differsFrom(stated: number, { seconds }: Pick<MeasuredTime, 'seconds'>): boolean {
  const ms = readGenerationTimeMs(stated)
  return Math.abs(seconds * 1000 - ms) > ms / 4
}

export function generationSeconds(value: number | null | undefined): number {
  if (!value || value <= 0) return DEFAULT_GENERATION_SECONDS
  return Math.max(1, Math.round(readGenerationTimeMs(value) / 1000))
}

/** Minutes, as the paywall, review and create screens show the time. */
export function generationMinutes(value: number | null | undefined): number {
  const ms = readGenerationTimeMs(value ?? 0) || DEFAULT_GENERATION_SECONDS * 1000
  return Math.ceil(ms / 60_000)
}

/** "~45s" or "~2m 5s", as cards and creation views show the time. */
export function formatGenerationTime(value: number | null | undefined): string {
  const seconds = generationSeconds(value)
  if (seconds < 60) return `~${seconds}s`
  return `~${Math.floor(seconds / 60)}m ${seconds % 60}s`
}
