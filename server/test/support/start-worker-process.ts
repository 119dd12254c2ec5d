import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const SERVER = path.resolve(import.meta.dirname, '../..')

export interface WorkerProcess {
  /** As a machine that loses power: no warning, nothing is put away. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** `start.ts` as a worker in a process of its own, once it says that it is ready. */
export async function startWorkerProcess(env: Record<string, string>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['src/main/start.ts'], {
    cwd: SERVER,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ROLE: 'worker',
      SECRET: 'a-secret-of-tests-with-32-characters',
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('worker is ready')) continue
    child.stdout.resume()
    return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
  }
  throw new Error('the worker ended before it was ready')
}
