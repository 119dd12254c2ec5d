import { Agent, request } from 'node:http'
import { tally } from './call-from.ts'
import type { Target } from './flood.ts'

interface Shot {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Below the connections that one client IP may hold. */
const CONNECTIONS = 150
const FOR_MS = 6_000

/** Sends over many open connections, each its next request as soon as the last is answered. */
export async function hammer({ origin, client }: Target, next: () => Shot): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const { hostname: host, port } = new URL(origin)
  const until = performance.now() + FOR_MS
  const answers: { status: number }[] = []

  function send(): Promise<void> {
    const { path, method = 'GET', headers, body } = next()
    const about = body && { 'content-length': String(body.length) }
    return new Promise((resolve) => {
      const options = { host, port, agent, localAddress: client, method, path }
      const sending = request({ ...options, headers: { ...about, ...headers } })
      let status = 0
      sending.on('response', (answer) => {
        status = answer.statusCode ?? 0
        answer.on('error', () => undefined).resume()
      })
      sending.on('error', () => undefined)
      sending.on('close', () => {
        answers.push({ status })
        resolve()
      })
      sending.end(body)
    })
  }

  async function keepSending(): Promise<void> {
    while (performance.now() < until) await send()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keepSending))
  agent.destroy()
  return tally(answers)
}
