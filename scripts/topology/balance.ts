import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long a member that says goodbye, or does not answer, is passed over. */
const REST_MS = 2_000

export interface Balancer {
  url: string
  /** From now on these get the requests, in turn. */
  use(urls: readonly string[]): void
  close(): Promise<void>
}

/**
 * The smallest balancer that loses nothing in a rolling restart: a member whose answer closes its
 * connection is going away and rests, and one that cannot be connected to is passed over for the
 * next, which is safe since nothing was sent yet.
 */
export async function startBalancer(port: number): Promise<Balancer> {
  let members: readonly string[] = []
  let turn = 0
  const restingUntil = new Map<string, number>()
  // Connections are not kept, so that none is used in the moment in which the member closes it.
  const agent = new Agent({ keepAlive: false })

  /** Rested ones first, each list beginning at the next in turn. */
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
  // The longest synchronous remix outlasts Node's own limits.
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

/** The member sees its caller's address, and by "keep-alive" shows whether it means to stay. */
function forwardedHeaders(request: IncomingMessage) {
  const { 'x-forwarded-for': before, ...headers } = request.headers
  const address = request.socket.remoteAddress ?? ''
  return {
    ...headers,
    connection: 'keep-alive',
    'x-forwarded-for': [before, address].flat().filter(Boolean).join(', '),
  }
}
