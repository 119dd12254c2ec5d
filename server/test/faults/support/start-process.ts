import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Role } from './open-world.ts'

const START = fileURLToPath(new URL('../../../src/main/start.ts', import.meta.url))
const JUMP_CLOCK = fileURLToPath(new URL('jump-clock.mjs', import.meta.url))
const OUTPUT_KEPT = 20_000

/** The variables of a process whose clock is ahead of the system's. */
export const ahead = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${JUMP_CLOCK}`,
  CLOCK_OFFSET_MS: String(ms),
})

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** One real process of the server. */
export interface ServerProcess {
  readonly pid: number
  readonly role: Role
  /** The process's address; empty for a worker, which serves no HTTP. */
  readonly url: string
  readonly exited: Promise<Ended>
  /** The process's output, shown when a test fails. */
  output(): string
  kill(): Promise<Ended>
  freeze(): void
  thaw(): void
  /** Sends SIGTERM and waits for the exit. */
  terminate(): Promise<Ended>
}

/** Resolves when the process logs that it is ready. */
export async function startProcess(
  role: Role,
  env: Record<string, string>,
  outputKept = OUTPUT_KEPT,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', START], {
    env: { ...env, ROLE: role },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<Ended>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputKept)
      const ready = /(?:ready at (\S+)|worker is ready)/.exec(output)
      if (ready) resolve(ready[1] ?? '')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => reject(new Error(`a ${role} process did not start:\n${output}`)))
  })
  const { pid } = child
  if (pid === undefined) throw new Error('a process without an id')
  return {
    pid,
    role,
    url,
    exited,
    output: () => output,
    kill() {
      child.kill('SIGKILL')
      return exited
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    terminate() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
