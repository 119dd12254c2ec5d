import { DEFAULT_GENERATION_SECONDS } from './limits.ts'

/**
 * The one reading of generation_time. Creators give seconds or milliseconds; below 1000 means
 * seconds. It is stored and answered in milliseconds, so both readings of the specification hold.
 * Never below a second: what was read once must not be taken for seconds when it is read again.
 */
export function readGenerationTimeMs(value: number): number {
  if (value <= 0) return 0
  return value < 1000 ? Math.max(1000, Math.round(value * 1000)) : Math.round(value)
}

export function generationSeconds(value: number | null | undefined): number {
  if (!value || value <= 0) return DEFAULT_GENERATION_SECONDS
  return Math.max(1, Math.round(readGenerationTimeMs(value) / 1000))
}

/** Minutes as the paywall, review and create screens show them. */
export function generationMinutes(value: number): number {
  return Math.ceil(readGenerationTimeMs(value) / 60_000)
}

/** "~45s" or "~2m 5s", as cards and creation views show it. */
export function formatGenerationTime(value: number | null | undefined): string {
  const seconds = generationSeconds(value)
  if (seconds < 60) return `~${seconds}s`
  return `~${Math.floor(seconds / 60)}m ${seconds % 60}s`
}
