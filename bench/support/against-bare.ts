import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type LoadResult, putLoadOn } from './load.ts'
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
  const bare = await startBare(answer.headers, Buffer.from(await answer.arrayBuffer()))
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

async function startBare(headers: Headers, body: Buffer) {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'bare-http.ts')],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: { NODE_ENV: 'production' } },
  )
  const kept = [...headers].filter(([name]) => !/^(connection|keep-alive|date)$/.test(name))
  child.send({ headers: kept, body: body.toString('base64') })
  if (!child.stdout) throw new Error('the process has no output')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    address: line.replace('ready at ', ''),
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
