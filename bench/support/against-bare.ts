import { type LoadResult, putLoadOn } from './load.ts'
import { startPeer } from './processes.ts'
import type { Row } from './report.ts'
import { median, takeRounds } from './rounds.ts'

const ROUNDS = 11
const SECONDS = 1
const WARM_SECONDS = 3
const CONNECTIONS = 32

/**
 * Requests a second for one URL, compared with plain node:http that sends the same headers and
 * bytes.
 */
export async function compareWithBare(options: {
  what: string
  server: { address: string; pid: number }
  path: string
  headers?: Record<string, string>
  goal: Row['goal']
}): Promise<Row> {
  const { server, path: asked, headers = {} } = options
  const answer = await fetch(server.address + asked, { headers })
  if (answer.status !== 200) throw new Error(`${asked} answered ${answer.status}`)
  const kept = [...answer.headers].filter(([name]) => !/^(connection|keep-alive|date)$/.test(name))
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
  const bare = await startPeer('bare-http.ts', { headers: kept, body })
  try {
    const load = (target: { address: string; pid: number }, seconds: number) =>
      putLoadOn(target.pid, {
        address: target.address,
        paths: [asked],
        headers,
        connections: CONNECTIONS,
        seconds,
      })
    await load(server, WARM_SECONDS)
    await load(bare, WARM_SECONDS)
    const { subject = [], limit = [] } = await takeRounds(ROUNDS, {
      subject: () => load(server, SECONDS),
      limit: () => load(bare, SECONDS),
    })
    return {
      what: options.what,
      unit: 'req/s',
      subject: subject.map((round) => round.perSecond),
      limit: limit.map((round) => round.perSecond),
      limitName: 'bare node:http',
      compares: 'ratio',
      goal: options.goal,
      note: `${describe(subject)} against ${describe(limit)}`,
    }
  } finally {
    await bare.stop()
  }
}

function describe(rounds: readonly (LoadResult & { microseconds: number | undefined })[]): string {
  const cpu = rounds.flatMap((round) => round.microseconds ?? [])
  const p99 = `p99 ${median(rounds.map((round) => round.p99)).toFixed(1)} ms`
  return cpu.length === 0 ? p99 : `${Math.round(median(cpu))} µs of processor, ${p99}`
}
