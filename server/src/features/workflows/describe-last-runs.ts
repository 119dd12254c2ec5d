import { formatGenerationTime } from '@vignette/contract/generation-time.ts'
import type { LastRuns } from '@vignette/contract/workflows.ts'

/** What the last runs delivered and took, as a sentence. */
export function describeLastRuns({ delivered, of, p50, p95 }: Omit<LastRuns, 'words'>): string {
  const within = (seconds: number) => `within ${formatGenerationTime(seconds * 1000).slice(1)}`
  const times = p50 && p95 && `: half ${within(p50)}, 95 of 100 ${within(p95)}`
  return `Of the last ${of} runs ${delivered} delivered${times || ''}.`
}
