import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Unanswered } from './count-unanswered.ts'
import { networkOf } from './network-of.ts'

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
