import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ChildMessage, RunMessage } from './messages.ts'

interface SpawnOptions {
  module: URL
  maxHeapMb: number
  niceness: number
}

export interface Child {
  readonly pid: number | undefined
  tasksDone: number
  send(message: RunMessage): void
  listen(onMessage: (message: ChildMessage) => void): void
  /** The last lines of the child's stderr: the only trace of a crash. */
  stderrTail(): string
  kill(): void
  /** Whether the child keeps our process alive. */
  hold(busy: boolean): void
  readonly exited: Promise<string>
}

const STDERR_KEPT = 4000
// The rest of the environment holds secrets, which code that reads untrusted files must not see.
const PASSED_VARIABLES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'NODE_ENV',
  'FONTCONFIG_PATH',
]

export function spawnChild(options: SpawnOptions): Child {
  const child = fork(fileURLToPath(options.module), [], {
    execArgv: [
      `--max-old-space-size=${options.maxHeapMb}`,
      '--disable-warning=ExperimentalWarning',
    ],
    env: {
      // Of glibc: each further arena keeps tens of MB of what native threads gave back.
      MALLOC_ARENA_MAX: '2',
      ...Object.fromEntries(
        PASSED_VARIABLES.flatMap((name) => {
          const value = process.env[name]
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  lowerPriority(child, options.niceness)
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-STDERR_KEPT)
  })
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const streamHandle = child.stderr as unknown as { ref?(): void; unref?(): void } | null
  return {
    pid: child.pid,
    tasksDone: 0,
    exited,
    // A failed send shows as the child's exit; the callback only prevents a throw.
    send: (message) => void child.send(message, () => undefined),
    listen: (onMessage) => void child.on('message', (m) => onMessage(m as ChildMessage)),
    stderrTail: () => stderr,
    kill: () => void child.kill('SIGKILL'),
    hold(busy) {
      const verb = busy ? 'ref' : 'unref'
      child[verb]()
      child.channel?.[verb]()
      streamHandle?.[verb]?.()
    },
  }
}

function lowerPriority(child: ChildProcess, niceness: number): void {
  if (child.pid === undefined || niceness === 0) return
  try {
    setPriority(child.pid, niceness)
  } catch {
    // The child has exited or the system forbids a nice value: the work itself is unaffected.
  }
}
