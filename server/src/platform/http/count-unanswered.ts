import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
  const tellIdle = (socket: Socket) => {
    for (const listener of listeners) listener(socket)
  }

  function settle(this: ServerResponse): void {
    const { socket } = this.req
    const count = open.get(socket)
    if (count === undefined) return
    open.set(socket, count - 1)
    if (count === 1) tellIdle(socket)
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
    tellIdle(socket)
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
