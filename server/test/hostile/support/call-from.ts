import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface CallOptions {
  method?: string
  headers?: Record<string, string>
  /** Bytes and text are sent unchanged, other values as JSON. */
  body?: unknown
  /** Resolves with the response's head and leaves the body open. */
  open?: boolean
}

export interface Answered {
  /** 0 for a refused or reset connection. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Closes a response that stays open. */
  hangUp(): void
}

export type CallFrom = (path: string, options?: CallOptions) => Promise<Answered>

/** A client with its own IP that opens a connection for each call, like many browsers. */
export function callFrom(localAddress: string, origin: string): CallFrom {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const { hostname: host, port } = new URL(origin)
  return (path, { method = 'GET', headers = {}, body, open = false } = {}) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const bytes = body === undefined ? undefined : Buffer.from(raw ? body : JSON.stringify(body))
    const about = bytes && {
      'content-length': String(bytes.length),
      ...(raw ? {} : { 'content-type': 'application/json' }),
    }
    return new Promise((resolve) => {
      const options = { host, port, agent, localAddress, method, path }
      const sending = request({ ...options, headers: { ...about, ...headers } })
      const hangUp = () => void sending.destroy()
      const end = (status: number, given: IncomingHttpHeaders = {}, text = '') =>
        resolve({ status, headers: given, text, hangUp })
      sending.on('error', () => end(0))
      sending.on('response', (answer) => {
        const { statusCode: status = 0, headers: given } = answer
        let text = ''
        answer.on('error', () => end(0))
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => end(status, given, text))
        if (open && status === 200) end(status, given)
      })
      sending.end(bytes)
    })
  }
}

/** Summarises the answers to a flood as "3 × 200, 2 × 429". */
export function tally(answers: readonly { status: number }[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status === 0 ? 'hung up' : status}`)
    .join(', ')
}
