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

interface Line {
  underWay: number
  waiting: (() => void)[]
}

const lines = defineProcessPart(() => new Map<string, Line>())
/** Two keep the process at work while one of them waits for the database. */
const AT_ONCE = 2

/** Works at so much of one client IP at once; the rest of it waits in line, and nobody else behind it. */
export async function workInLine<T>(
  process: ProcessState,
  clientIp: string,
  work: () => Promise<T>,
): Promise<T> {
  const all = process.of(lines)
  const line = all.get(clientIp) ?? { underWay: 0, waiting: [] }
  all.set(clientIp, line)
  if (line.underWay < AT_ONCE) line.underWay += 1
  else await new Promise<void>((resolve) => void line.waiting.push(resolve))
  try {
    return await work()
  } finally {
    // Whoever is next takes over the place.
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.underWay === 0) all.delete(clientIp)
  }
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
