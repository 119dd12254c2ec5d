import type { FastifyRequest } from 'fastify'

export interface WatchedCaller {
  /** Aborted once the caller hung up. */
  left: AbortSignal
  /** Removes the listener, since a connection outlives its request. */
  stopWatching: () => void
}

export function watchCaller({ raw: { socket } }: FastifyRequest): WatchedCaller {
  const left = new AbortController()
  const onClose = () => left.abort()
  socket.once('close', onClose)
  if (socket.destroyed) onClose()
  return { left: left.signal, stopWatching: () => void socket.off('close', onClose) }
}
