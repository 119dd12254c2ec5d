import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openS3Storage } from '../../../src/platform/storage/s3-storage.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { optionsFor } from '../../../src/platform/storage/test-support/start-object-store.ts'
import { s3Environment } from '../../support/s3-environment.ts'
import type { Order } from './serve-store.ts'

const PROGRAM = fileURLToPath(new URL('serve-store.ts', import.meta.url))
const CREDENTIALS = { accessKeyId: 'faults', secretAccessKey: 'faults' }

/** An object store on loopback, in a process that a test may break, freeze and kill. */
export interface FaultyStore {
  /** The environment variables that point the server at this store. */
  env: Record<string, string>
  openStorage(): Promise<Storage>
  /** Applies the fault to every later request with one of these methods. */
  order(fault: Order['fault'], methods?: readonly string[]): Promise<void>
  /** Resolves with the address of the next request that meets the fault. */
  untilMet(): Promise<string>
  /** Stops the process: the kernel still accepts connections, but no request is answered. */
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  /** Starts the store on the same port and folder after a kill. */
  startAgain(): Promise<void>
  close(): Promise<void>
}

const EVERY_METHOD = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const

export async function startFaultyStore(): Promise<FaultyStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vignette-store-'))
  let { child, endpoint } = await start(folder, '0')
  const options = optionsFor(endpoint, CREDENTIALS)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    env: s3Environment(options),
    openStorage: async () => openS3Storage(options),
    async order(fault, methods = EVERY_METHOD) {
      const obeyed = hear(child, 'obeyed')
      child.send({ fault, methods } satisfies Order)
      await obeyed
    },
    untilMet: () => hear(child, 'met'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    async startAgain() {
      ;({ child, endpoint } = await start(folder, new URL(endpoint).port))
    },
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves with the child's next message of the given kind. */
function hear(child: ChildProcess, kind: 'ready' | 'obeyed' | 'met'): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = (said: Partial<Record<typeof kind, string>>) => {
      const word = said[kind]
      if (word === undefined) return
      child.off('message', listen)
      child.off('exit', fail)
      resolve(word)
    }
    const fail = () => reject(new Error('the object store has ended'))
    child.on('message', listen)
    child.once('exit', fail)
  })
}

async function start(
  folder: string,
  port: string,
): Promise<{ child: ChildProcess; endpoint: string }> {
  const child = fork(PROGRAM, [folder, port], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return { child, endpoint: await hear(child, 'ready') }
}
