import { defineProcessPart, type ProcessState } from './process-state.ts'

/** Between two pieces of work: what came in meanwhile is answered first. */
const PAUSE_MS = 2

interface Turns {
  waiting: Map<string, (() => void)[]>
  running: boolean
}

const turns = defineProcessPart((): Turns => ({ waiting: new Map(), running: false }))

/**
 * Waits for a turn of the event loop of its own: one piece of work a turn, and one client IP after
 * the other. Work that takes milliseconds and arrives a hundred times at once would otherwise run
 * in a row, and everything else (a health check, a visitor's page) after the last of it.
 */
export function takeTurn(process: ProcessState, clientIp: string): Promise<void> {
  const all = process.of(turns)
  return new Promise((resolve) => {
    const line = all.waiting.get(clientIp)
    if (line) line.push(resolve)
    else all.waiting.set(clientIp, [resolve])
    if (all.running) return
    all.running = true
    setImmediate(giveTurn, all)
  })
}

function giveTurn(all: Turns): void {
  const [first] = all.waiting
  if (!first) {
    all.running = false
    return
  }
  const [clientIp, line] = first
  all.waiting.delete(clientIp)
  const resolve = line.shift()
  if (line.length > 0) all.waiting.set(clientIp, line)
  // The pause begins after the work, which a timer alone would count into it.
  setImmediate(() => setTimeout(giveTurn, PAUSE_MS, all))
  resolve?.()
}
