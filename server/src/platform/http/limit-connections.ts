import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network-of.ts'

/** Maximum of all clients together: some file descriptors and memory stay free. */
const MOST = 10_000

/**
 * Limits the connections of each client IP (an IPv6 /64). One more closes the client's oldest
 * connection that waits for a request, or is closed itself where all are busy. Long answers are not
 * interrupted. Without `perClient` (behind a proxy, whose connections carry many clients) only the
 * sum is limited.
 */
export function limitConnections(server: Server, perClient: number | undefined): void {
  server.maxConnections = MOST
  if (!perClient) return
  /** Per client, each connection with its number of unanswered requests, oldest first. */
  const clients = new Map<string, Map<Socket, number>>()

  server.on('connection', (socket: Socket) => {
    const client = networkOf(socket.remoteAddress ?? '')
    const open = clients.get(client) ?? new Map<Socket, number>()
    if (open.size >= perClient && !hangUpOnIdle(open)) return void socket.destroy()
    clients.set(client, open.set(socket, 0))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0 && clients.get(client) === open) clients.delete(client)
    })
  })
  server.on('request', ({ socket }, response) => {
    const open = clients.get(networkOf(socket.remoteAddress ?? ''))
    const add = (change: number) => {
      const unanswered = open?.get(socket)
      if (unanswered !== undefined) open?.set(socket, unanswered + change)
    }
    add(1)
    response.once('close', () => add(-1))
  })
}

function hangUpOnIdle(open: Map<Socket, number>): boolean {
  for (const [socket, unanswered] of open) {
    if (unanswered > 0) continue
    open.delete(socket)
    socket.destroy()
    return true
  }
  return false
}
