import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets a closing server end as soon as its last answer is sent. Node's own close waits for
 * connections that a browser opened ahead and never used, and for connections whose answer ends
 * after the close began.
 */
export function closeIdleConnections(server: Server): { begin(): void } {
  const open = new Map<Socket, number>()
  let closing = false

  function settle(socket: Socket): void {
    if (closing && open.get(socket) === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
    settle(socket)
  })
  server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1)
    response.once('close', () => {
      if (!open.has(socket)) return
      open.set(socket, (open.get(socket) ?? 1) - 1)
      settle(socket)
    })
  })

  return {
    begin() {
      closing = true
      for (const socket of open.keys()) settle(socket)
    },
  }
}
