import { availableParallelism } from 'node:os'
import { ChildError, type ChildMessage, type WorkLimits } from './messages.ts'
import { type Child, spawnChild } from './spawn-child.ts'
import { createTurns } from './turns.ts'

export interface ChildPoolOptions {
  /** The child's entry module, which ends in a call of `serveTasks`. */
  module: URL
  /** Maximum number of children at once; default one per processor. */
  size?: number
  /** V8 heap limit of one child; native buffers are not counted. */
  maxHeapMb?: number
  /** A child that answered this many tasks is replaced, so that native leaks stay small. */
  tasksPerChild?: number
  /** A child that keeps more memory than this after a task is replaced; default no limit. */
  keptMemoryMb?: number
  /** An idle child ends after this time and frees its memory. */
  idleMs?: number
  /** The nice value of a child, from 0 (normal) to 19 (lowest): the API's event loop has priority. */
  niceness?: number
  /** Maximum number of tasks of one turn at once; default the number of children. */
  mostPerTurn?: number
}

export interface RunOptions {
  signal?: AbortSignal
  /** Counted from the moment a child starts the task. */
  timeoutMs?: number
  limits?: WorkLimits
  /** The turn of the task: turns rotate, and tasks within one turn keep their order. */
  turn?: string
  onProgress?(percent: number, label?: string): void
}

/** `Task` names what the children serve. `run` is a property, since the compiler widens a method's parameters. */
export interface ChildPool<Task extends string = string> {
  readonly size: number
  /** The caller names the result's type, since pool and child modules always come from one build. */
  run: <Result>(task: Task, payload: unknown, options?: RunOptions) => Promise<Result>
  /** How many tasks wait for a child: of one turn, or in all. */
  waiting(turn?: string): number
  /** A view of the same pool whose tasks all belong to this turn. */
  inTurn(turn: string): ChildPool<Task>
  /** Process ids of live children. */
  pids(): number[]
  /** Kills all children, rejects running and waiting tasks, and resolves when every child has exited. */
  close(): Promise<void>
}

interface Pending {
  id: number
  task: string
  payload: unknown
  options: RunOptions
  turn: string
  resolve(value: unknown): void
  reject(error: ChildError): void
  child?: Child
  timer?: NodeJS.Timeout
  onAbort?: () => void
}

const DEFAULT_TIMEOUT_MS = 5 * 60_000
/** An idle child holds 250 MB; each huge picture leaves some 50 MB more. */
export const KEPT_MEMORY_MB = 400

export function createChildPool(options: ChildPoolOptions): ChildPool {
  const size = Math.max(1, options.size ?? availableParallelism())
  const tasksPerChild = options.tasksPerChild ?? 200
  const children = new Set<Child>()
  const idle: Array<{ child: Child; timer: NodeJS.Timeout }> = []
  const turns = createTurns<Pending>(options.mostPerTurn ?? size)
  const running = new Map<Child, Pending>()
  let nextId = 1
  let closed = false

  function takeChild(): Child {
    const free = idle.pop()
    if (!free) return spawn()
    clearTimeout(free.timer)
    return free.child
  }

  function spawn(): Child {
    const child = spawnChild({
      module: options.module,
      maxHeapMb: options.maxHeapMb ?? 768,
      niceness: options.niceness ?? 5,
    })
    children.add(child)
    child.listen((message) => receive(child, message))
    void child.exited.then((how) => forget(child, how))
    return child
  }

  function forget(child: Child, how: string): void {
    children.delete(child)
    const at = idle.findIndex((entry) => entry.child === child)
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer)
    const pending = running.get(child)
    if (pending) {
      const cause = new Error(`child ended (${how}): ${child.stderrTail()}`)
      settle(pending, new ChildError('crashed', 'child_crashed', 'the child process died', cause))
    }
    pump()
  }

  function receive(child: Child, message: ChildMessage): void {
    const pending = running.get(child)
    if (message.type === 'ready' || !pending || pending.id !== message.id) return
    if (message.type === 'progress') {
      pending.options.onProgress?.(message.percent, message.label)
      return
    }
    if (message.type === 'over') {
      const { limit } = message
      return stop(pending, new ChildError(limit, `child_${limit}`, `over its limit: ${limit}`))
    }
    if (message.type === 'done') {
      settle(pending, message.result)
      if (message.memoryMb > (options.keptMemoryMb ?? Number.POSITIVE_INFINITY)) return child.kill()
    } else {
      const cause = Object.assign(new Error(message.message), { stack: message.stack })
      const kind = message.expected ? 'refused' : 'failed'
      settle(pending, new ChildError(kind, message.code, message.message, cause))
    }
    release(child)
  }

  function release(child: Child): void {
    child.tasksDone += 1
    if (closed || child.tasksDone >= tasksPerChild) return child.kill()
    child.hold(false)
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((entry) => entry.child === child),
        1,
      )
      child.kill()
    }, options.idleMs ?? 60_000)
    timer.unref()
    idle.push({ child, timer })
    pump()
  }

  function pump(): void {
    while (!closed && (idle.length > 0 || children.size < size)) {
      const pending = turns.take()
      if (!pending) return
      begin(pending, takeChild())
    }
  }

  function begin(pending: Pending, child: Child): void {
    pending.child = child
    running.set(child, pending)
    child.hold(true)
    const timeoutMs = pending.options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    pending.timer = setTimeout(() => {
      stop(pending, new ChildError('timeout', 'child_timeout', `no answer within ${timeoutMs} ms`))
    }, timeoutMs)
    const { id, task, payload, options: given } = pending
    child.send({ type: 'run', id, task, payload, limits: given.limits ?? {} })
    pending.payload = undefined
  }

  /** Native code cannot be interrupted, so stopping a task means killing its child. */
  function stop(pending: Pending, error: ChildError): void {
    const child = pending.child
    settle(pending, error)
    if (child) child.kill()
  }

  function settle(pending: Pending, outcome: unknown): void {
    clearTimeout(pending.timer)
    if (pending.onAbort) pending.options.signal?.removeEventListener('abort', pending.onAbort)
    if (pending.child) {
      running.delete(pending.child)
      turns.end(pending.turn)
    } else turns.remove(pending.turn, pending)
    if (outcome instanceof ChildError) pending.reject(outcome)
    else pending.resolve(outcome)
  }

  function run<Result>(
    task: string,
    payload: unknown,
    runOptions: RunOptions = {},
  ): Promise<Result> {
    if (closed) return Promise.reject(new ChildError('closed', 'pool_closed', 'the pool is closed'))
    const { signal } = runOptions
    const aborted = () =>
      new ChildError('aborted', 'child_aborted', 'the caller stopped this task', signal?.reason)
    if (signal?.aborted) return Promise.reject(aborted())
    return new Promise<Result>((resolve, reject) => {
      const pending: Pending = {
        id: nextId++,
        task,
        payload,
        options: runOptions,
        turn: runOptions.turn ?? '',
        resolve: (value) => resolve(value as Result),
        reject,
      }
      pending.onAbort = () => stop(pending, aborted())
      signal?.addEventListener('abort', pending.onAbort, { once: true })
      turns.add(pending.turn, pending)
      pump()
    })
  }

  async function close(): Promise<void> {
    closed = true
    for (const pending of [...turns.all(), ...running.values()]) {
      stop(pending, new ChildError('closed', 'pool_closed', 'the pool is closed'))
    }
    const ends = [...children].map((child) => {
      child.hold(true)
      child.kill()
      return child.exited
    })
    await Promise.all(ends)
  }

  const pool: ChildPool = {
    size,
    run,
    close,
    waiting: (turn) => turns.waiting(turn),
    inTurn: (turn) => ({
      ...pool,
      run: (task, payload, given) => run(task, payload, { ...given, turn }),
    }),
    pids: () => [...children].flatMap((child) => (child.pid === undefined ? [] : [child.pid])),
  }
  return pool
}
