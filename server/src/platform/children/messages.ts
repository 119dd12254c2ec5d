/** The messages between the pool and a child over the advanced-serialised IPC channel. */
export interface RunMessage {
  type: 'run'
  id: number
  task: string
  payload: unknown
  limits: WorkLimits
}

/** The limits that a child measures while a task runs; the parent kills the child beyond them. */
export interface WorkLimits {
  /** CPU milliseconds, so that a task is not refused because other processes were busy. */
  cpuMs?: number
  /** Memory of the whole process, native buffers included. */
  memoryMb?: number
}

export type ChildMessage =
  | { type: 'ready' }
  | { type: 'progress'; id: number; percent: number; label?: string }
  | { type: 'done'; id: number; result: unknown; memoryMb: number }
  | { type: 'over'; id: number; limit: 'timeout' | 'memory' }
  | { type: 'failed'; id: number; code: string; message: string; expected: boolean; stack?: string }

type ChildFailure = 'aborted' | 'closed' | 'crashed' | 'failed' | 'memory' | 'refused' | 'timeout'

/**
 * Thrown inside a child for an expected refusal ("this file is no image").
 * Its message is written for people and reaches the caller as ChildError kind `refused`.
 */
export class TaskError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'TaskError'
    this.code = code
  }
}

/** The only error `run` rejects with. `message` is safe to show only for kind `refused`. */
export class ChildError extends Error {
  readonly kind: ChildFailure
  readonly code: string

  constructor(kind: ChildFailure, code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ChildError'
    this.kind = kind
    this.code = code
  }
}
