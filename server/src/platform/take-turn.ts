import { defineProcessPart, type ProcessState } from './process-state.ts'

/** A pause between two pieces of work, in which the event loop answers other requests. */
const PAUSE_MS = 2

interface Turns {
  waiting: Map<string, (() => void)[]>
  running: boolean
}

const turns = defineProcessPart((): Turns => ({ waiting: new Map(), running: false }))

/**
 * Waits for a turn of the event loop: one piece of work per turn, and client IPs alternate.
 * Otherwise work that takes milliseconds and arrives a hundred times at once would run in a row,
 * and a health check or a visitor's page would wait for all of it.
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
  // The pause starts after the work; a timer started before would count the work as pause.
  setImmediate(() => setTimeout(giveTurn, PAUSE_MS, all))
  resolve?.()
}
