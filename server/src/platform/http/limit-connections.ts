import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network-of.ts'

/** Of all clients together: a process has files and memory for more, so that some are left. */
const MOST = 10_000

/**
 * Lets each client IP (an IPv6 /64) have so many connections at once. A further one takes the place
 * of its oldest that waits for a request, and is hung up on where all are busy. Answers that take
 * long stay. Without `perClient` (behind a proxy, whose connections are those of many) only the sum
 * is limited.
 */
export function limitConnections(server: Server, perClient: number | undefined): void {
  server.maxConnections = MOST
  if (!perClient) return
  /** By client, each connection with its number of unanswered requests, the oldest first. */
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
