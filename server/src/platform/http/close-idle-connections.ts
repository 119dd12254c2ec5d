import type { Socket } from 'node:net'
import type { Unanswered } from './count-unanswered.ts'

/**
 * Lets a closing server end as soon as its last answer is sent. Node's own close waits for
 * connections that a browser opened ahead and never used, and for connections whose answer ends
 * after the close began.
 */
export function closeIdleConnections(unanswered: Unanswered): { begin(): void } {
  let closing = false

  function settle(socket: Socket): void {
    if (closing && !unanswered.isBusy(socket)) socket.destroySoon()
  }

  unanswered.onIdle(settle)

  return {
    begin() {
      closing = true
      for (const socket of unanswered.connections()) settle(socket)
    },
  }
}
