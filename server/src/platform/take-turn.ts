/** Between two pieces of work: what came in meanwhile is answered first. */
const PAUSE_MS = 2

const waiting = new Map<string, (() => void)[]>()
let running = false

/**
 * Waits for a turn of the event loop of its own: one piece of work a turn, and one client IP after
 * the other. Work that takes milliseconds and arrives a hundred times at once would otherwise run
 * in a row, and everything else (a health check, a visitor's page) after the last of it.
 */
export function takeTurn(clientIp: string): Promise<void> {
  return new Promise((resolve) => {
    const line = waiting.get(clientIp)
    if (line) line.push(resolve)
    else waiting.set(clientIp, [resolve])
    if (running) return
    running = true
    setImmediate(giveTurn)
  })
}

function giveTurn(): void {
  const [first] = waiting
  if (!first) {
    running = false
    return
  }
  const [clientIp, line] = first
  waiting.delete(clientIp)
  const resolve = line.shift()
  if (line.length > 0) waiting.set(clientIp, line)
  // The pause begins after the work, which a timer alone would count into it.
  setImmediate(() => setTimeout(giveTurn, PAUSE_MS))
  resolve?.()
}
