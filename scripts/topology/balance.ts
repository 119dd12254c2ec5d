import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long the balancer skips a member that closes its connection or does not answer. */
const REST_MS = 2_000

export interface Balancer {
  url: string
  /** From now on, requests go to these members in turn. */
  use(urls: readonly string[]): void
  close(): Promise<void>
}

/**
 * A minimal balancer that loses no request in a rolling restart. A member whose answer closes the
 * connection is shutting down and is skipped for a while. If a connection to a member fails, the
 * next member gets the request, which is safe because nothing was sent yet.
 */
export async function startBalancer(port: number): Promise<Balancer> {
  let members: readonly string[] = []
  let turn = 0
  const restingUntil = new Map<string, number>()
  // No keep-alive, so that no request goes to a connection that the member is closing.
  const agent = new Agent({ keepAlive: false })

  /** Members that are not skipped come first, in rotation. */
  function candidates(): string[] {
    turn = (turn + 1) % Math.max(1, members.length)
    const round = [...members.slice(turn), ...members.slice(0, turn)]
    const now = performance.now()
    const rests = (url: string) => (restingUntil.get(url) ?? 0) > now
    return [...round.filter((url) => !rests(url)), ...round.filter(rests)]
  }

  function rest(url: string): void {
    restingUntil.set(url, performance.now() + REST_MS)
  }

  function pass(request: IncomingMessage, response: ServerResponse, [url, ...others]: string[]) {
    if (!url) {
      response.writeHead(502, { 'content-type': 'text/plain' }).end('No server answers.\n')
      return
    }
    let connected = false
    const { hostname, port: memberPort } = new URL(url)
    const forward = open({
      agent,
      hostname,
      port: memberPort,
      method: request.method,
      path: request.url,
      headers: forwardedHeaders(request),
    })
    forward.once('socket', (socket) => {
      socket.once('connect', () => {
        connected = true
        request.pipe(forward)
      })
    })
    forward.once('response', (answer) => {
      if (answer.headers.connection === 'close') rest(url)
      const { connection: _ours, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    forward.once('error', () => {
      rest(url)
      if (!connected) pass(request, response, others)
      else if (response.headersSent) response.destroy()
      else response.writeHead(502, { 'content-type': 'text/plain' }).end('The server broke off.\n')
    })
    response.once('close', () => forward.destroy())
  }

  const server = createServer((request, response) => pass(request, response, candidates()))
  // A synchronous remix can take longer than Node's own limits.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (urls) => {
      members = urls
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}

/**
 * Passes on the caller's address, and asks for "keep-alive", so that a closing answer means a
 * shutdown.
 */
function forwardedHeaders(request: IncomingMessage) {
  const { 'x-forwarded-for': before, ...headers } = request.headers
  const address = request.socket.remoteAddress ?? ''
  return {
    ...headers,
    connection: 'keep-alive',
    'x-forwarded-for': [before, address].flat().filter(Boolean).join(', '),
  }
}
