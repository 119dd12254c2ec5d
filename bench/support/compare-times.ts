import { setTimeout as wait } from 'node:timers/promises'
import { putLoad } from './load.ts'
import type { Started } from './processes.ts'
import type { Row } from './report.ts'
import { median, quantile, takeRounds } from './rounds.ts'

const ROUNDS = 5
/**
 * Production code is JIT-compiled; in the first two thousand calls, compilation dominates the
 * slowest.
 */
const WARM_LOOKS = 20
/**
 * With a hundred calls, the 99th percentile is the slowest call, which a pause of the machine
 * decides.
 */
const CALLS = 400
/** The server caches answers for a second; each call must miss the cache. */
const CACHED_MS = 1_100
const GOAL = { atMost: 1.3 }

/** Makes some calls one after another, and answers the milliseconds of each. */
export type Look = () => Promise<number[]>

/** Makes a look that calls these paths, once the cached answers of the look before have expired. */
export function lookAt(server: Started, paths: readonly string[]): Look {
  let asked = Number.NEGATIVE_INFINITY
  return async () => {
    await wait(Math.max(0, asked + CACHED_MS - performance.now()))
    const { took } = await putLoad({
      address: server.address,
      paths: [...paths],
      connections: 1,
      requests: paths.length,
    })
    asked = performance.now()
    return took
  }
}

/** Makes a row of the report from the times of two contenders. */
type MakeRow = (what: string, subject: string, limit: string, limitName: string) => Row

/** Measures all contenders in turn; each round reverses their order. */
export async function compareTimes(
  name: string,
  contenders: Record<string, Look>,
  { calls = 100 }: { calls?: number } = {},
): Promise<MakeRow> {
  const looks = Math.ceil(CALLS / calls)
  await takeRounds(WARM_LOOKS, contenders)
  const taken = await takeRounds(ROUNDS * looks, contenders)
  const part = (contender: string, of: number) =>
    Array.from({ length: ROUNDS }, (_, round) => {
      const ofRound = taken[contender]?.slice(round * looks, (round + 1) * looks) ?? []
      return quantile(ofRound.flat(), of)
    })
  return (what, subject, limit, limitName) => ({
    what: `${name}: ${what}`,
    unit: 'ms p99',
    subject: part(subject, 0.99),
    limit: part(limit, 0.99),
    limitName,
    compares: 'ratio',
    goal: GOAL,
    note: `p50 ${median(part(subject, 0.5)).toFixed(1)} against ${median(part(limit, 0.5)).toFixed(1)} ms`,
  })
}
