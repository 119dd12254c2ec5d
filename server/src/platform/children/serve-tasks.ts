import { type ChildMessage, type RunMessage, TaskError, type WorkLimits } from './messages.ts'

export interface TaskIo {
  onProgress(percent: number, label?: string): void
}

/** `never` lets one table hold tasks of different payload types; the parent guarantees the shape. */
export type Tasks = Record<string, (payload: never, io: TaskIo) => unknown>

const PROGRESS_EVERY_MS = 100
const MEASURE_EVERY_MS = 25
const MEGABYTE = 1024 * 1024

/** Turns this process into a pool child: call it once, at the end of the child's module. */
export function serveTasks(tasks: Tasks): void {
  // A child without a parent must exit, and only the parent handles Ctrl-C and draining.
  process.on('disconnect', () => process.exit(0))
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('message', (message: RunMessage) => void runTask(tasks, message))
  send({ type: 'ready' })
}

async function runTask(tasks: Tasks, { id, task, payload, limits }: RunMessage): Promise<void> {
  let lastSent = Number.NEGATIVE_INFINITY
  const io: TaskIo = {
    onProgress(percent, label) {
      const now = performance.now()
      if (now - lastSent < PROGRESS_EVERY_MS) return
      lastSent = now
      send({ type: 'progress', id, percent, ...(label === undefined ? {} : { label }) })
    },
  }
  const stopMeasuring = measure(id, limits)
  try {
    const run = Object.hasOwn(tasks, task) ? tasks[task] : undefined
    if (!run) throw new Error(`the child knows no task "${task}"`)
    const result = await run(payload as never, io)
    send({ type: 'done', id, result, memoryMb: takenMb() })
  } catch (error) {
    send(toFailure(id, error))
  } finally {
    stopMeasuring()
  }
}

/** Memory of the whole process, native buffers included. */
function takenMb(): number {
  return process.memoryUsage.rss() / MEGABYTE
}

/** Native work leaves the event loop free, so this timer fires while memory grows. */
function measure(id: number, { cpuMs, memoryMb }: WorkLimits): () => void {
  if (cpuMs === undefined && memoryMb === undefined) return () => undefined
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (takenMb() > (memoryMb ?? Number.POSITIVE_INFINITY)) {
      send({ type: 'over', id, limit: 'memory' })
    } else if ((user + system) / 1000 > (cpuMs ?? Number.POSITIVE_INFINITY)) {
      send({ type: 'over', id, limit: 'timeout' })
    }
  }, MEASURE_EVERY_MS)
  return () => clearInterval(timer)
}

function toFailure(id: number, error: unknown): ChildMessage {
  const message = error instanceof Error ? error.message : String(error)
  return {
    type: 'failed',
    id,
    message,
    expected: error instanceof TaskError,
    code: error instanceof TaskError ? error.code : 'internal',
    ...(error instanceof Error && error.stack ? { stack: error.stack } : {}),
  }
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message)
}
