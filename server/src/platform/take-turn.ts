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
  setImmediate(giveTurn)
  resolve?.()
}
