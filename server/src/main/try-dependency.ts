import { ProbeError } from '../platform/probe-error.ts'
import { StartError } from '../platform/start-error.ts'

/** Something outside this program that it needs to work. */
export interface Dependency {
  name: string
  /** Tries it for real and answers what was seen; throws ProbeError. A sentence instead: why nothing is tried. */
  probe:
    | ((signal: AbortSignal) => Promise<string>)
    | { skipped: 'not configured' | 'not tried'; why: string }
}

export interface Trial {
  name: string
  state: 'ok' | 'failed' | 'not configured' | 'not tried'
  /** What was seen; of a failure also what to do. */
  sentence: string
  ms: number
}

/** Longer than the time limits that the probes have themselves. */
const LIMIT_MS = 20_000

/** Tries a dependency once, within a time limit. */
export async function tryDependency(
  { name, probe }: Dependency,
  limitMs = LIMIT_MS,
): Promise<Trial> {
  if (typeof probe !== 'function') return { name, state: probe.skipped, sentence: probe.why, ms: 0 }
  const began = performance.now()
  const limit = AbortSignal.timeout(limitMs)
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () =>
      reject(
        new ProbeError(
          `No answer within ${limitMs / 1000} seconds: look whether it is overloaded, or a firewall drops the call.`,
        ),
      ),
    )
  })
  const said = await Promise.race([probe(limit), late]).then(
    (sentence) => ({ state: 'ok' as const, sentence }),
    (error: unknown) => ({ state: 'failed' as const, sentence: describeFailure(error) }),
  )
  return { name, ...said, ms: Math.round(performance.now() - began) }
}

/** A defect shows its kind alone: its message may hold a key. */
function describeFailure(error: unknown): string {
  if (error instanceof ProbeError || error instanceof StartError) return error.message
  return `It failed in a way that is not known here (${error instanceof Error ? error.name : 'no error'}).`
}
