import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'

/** Maximum of all clients together: some file descriptors and memory stay free. */
const MOST = 10_000

/**
 * Limits the connections of each client IP (an IPv6 /64). One more closes the client's oldest
 * connection that waits for a request, or is closed itself where all are busy. Long answers are not
 * interrupted. Without `perClient` (behind a proxy, whose connections carry many clients) only the
 * sum is limited.
 */
export function limitConnections(
  server: Server,
  unanswered: Unanswered,
  perClient: number | undefined,
): void {
  server.maxConnections = MOST
  if (!perClient) return
  /** The connections of each client, oldest first. */
  const clients = new Map<string, Set<Socket>>()

  function hangUpOnIdle(open: Set<Socket>): boolean {
    for (const socket of open) {
      if (unanswered.isBusy(socket)) continue
      open.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }

  server.on('connection', (socket: Socket) => {
    const client = networkOf(socket.remoteAddress ?? '')
    const open = clients.get(client) ?? new Set<Socket>()
    if (open.size >= perClient && !hangUpOnIdle(open)) return void socket.destroy()
    clients.set(client, open.add(socket))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0 && clients.get(client) === open) clients.delete(client)
    })
  })
}

export interface Unanswered {
  /** The open connections, oldest first. */
  connections: () => Iterable<Socket>
  isBusy: (socket: Socket) => boolean
  /** Hears of each connection that opens, and of each whose last request was answered. */
  onIdle: (listener: (socket: Socket) => void) => void
}

/** Counts the unanswered requests of each open connection, once for all that ask. */
export function countUnanswered(server: Server): Unanswered {
  const open = new Map<Socket, number>()
  const listeners: ((socket: Socket) => void)[] = []
  const reportIdle = (socket: Socket) => {
    for (const listener of listeners) listener(socket)
  }

  function settle(this: ServerResponse): void {
    const { socket } = this.req
    const count = open.get(socket)
    if (count === undefined) return
    open.set(socket, count - 1)
    if (count === 1) reportIdle(socket)
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
    reportIdle(socket)
  })
  server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1)
    // A response closes once; one shared listener is cheaper than one of its own for each request.
    response.on('close', settle)
  })

  return {
    connections: () => open.keys(),
    isBusy: (socket) => (open.get(socket) ?? 0) > 0,
    onIdle: (listener) => void listeners.push(listener),
  }
}
