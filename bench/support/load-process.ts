import net from 'node:net'
import type { LoadPlan, LoadResult } from './load.ts'

// load.ts starts this program in its own process: plain sockets, so that the client costs less CPU
// than the server.

const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan
const { hostname, port, host } = new URL(plan.address)
const requests = plan.paths.map((path) =>
  Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      ...Object.entries(plan.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n'),
  ),
)

const took: number[] = []
const statuses: Record<string, number> = {}
let next = 0
let began = performance.now()
const until = began + (plan.seconds ?? 3600) * 1000
const limit = plan.requests ?? Number.POSITIVE_INFINITY

/** One connection sends a request, reads the whole answer, and repeats. */
async function converse(): Promise<void> {
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
  let head: Buffer = Buffer.alloc(0)
  let left = -1
  let sent = 0
  await new Promise<void>((resolve, reject) => {
    const ask = () => {
      if (next >= limit || performance.now() > until) {
        socket.end()
        return resolve()
      }
      sent = performance.now()
      socket.write(requests[next++ % requests.length] as Buffer)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => (left > 0 ? reject(new Error('the server hung up')) : resolve()))
    socket.on('data', (chunk: Buffer) => {
      let rest = chunk
      if (left < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        const status = text.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        const length = /\ncontent-length: *(\d+)/i.exec(text)?.[1]
        if (length === undefined && status !== '304')
          return reject(new Error('an answer of unknown length'))
        left = Number(length ?? 0)
        rest = head.subarray(end + 4)
        head = Buffer.alloc(0)
      }
      left -= rest.length
      if (left > 0) return
      left = -1
      took.push(performance.now() - sent)
      ask()
    })
  })
}

began = performance.now()
await Promise.all(Array.from({ length: plan.connections }, converse))
const seconds = (performance.now() - began) / 1000
took.sort((a, b) => a - b)
const quantile = (part: number) =>
  took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0
const result: LoadResult = {
  requests: took.length,
  seconds,
  perSecond: took.length / seconds,
  p50: quantile(0.5),
  p99: quantile(0.99),
  took: plan.requests === undefined ? [] : took,
  statuses,
}
process.stdout.write(JSON.stringify(result))
