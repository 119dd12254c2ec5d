import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './folders.ts'
import { PROFILE_OPTIONS } from './profile.ts'

const PRELOAD = path.join(ROOT, 'scripts/stop-with-parent.mjs')
const PATIENCE_MS = 60_000

export interface Started {
  /** The text after the process's ready word. */
  address: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts a Node process that ends with this process in every case, and waits for the ready word on
 * its output.
 */
export async function startNode(
  words: string[],
  options: { env?: Record<string, string>; ready: RegExp; input?: object },
): Promise<Started> {
  const child = spawn(process.execPath, ['--import', PRELOAD, ...PROFILE_OPTIONS, ...words], {
    cwd: ROOT,
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      ...options.env,
    },
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    await gone
    clearTimeout(patience)
  }
  try {
    child.stdin?.end(JSON.stringify(options.input))
    const address = await readReady(child, options.ready)
    return { address, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readReady(child: ChildProcess, ready: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output')
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const found = ready.exec(line)
      if (found) {
        child.stdout.resume()
        return found[1] ?? ''
      }
    }
  } finally {
    clearTimeout(patience)
  }
  throw new Error('a process ended before it was ready')
}

/** A program of this folder that reads from its input what it serves. */
export function startPeer(program: string, input: object): Promise<Started> {
  return startNode([`bench/support/${program}`], { ready: /ready at (\S+)/, input })
}

/** The product as `npm start` runs it, with a temporary data folder. */
export async function startServer(options: {
  databaseUrl?: string
  env?: Record<string, string>
  /** Another program that composes the same server, with providers that only a bench has. */
  program?: string
}): Promise<Started & { dataDir: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vignette-bench-'))
  const clean = () => rm(dataDir, { recursive: true, force: true })
  try {
    const server = await startNode([options.program ?? 'server/src/main/start.ts'], {
      ready: /ready (?:at )?\(?(\S+)/,
      env: {
        PORT: '0',
        DATA_DIR: dataDir,
        SEED: 'false',
        SECRET: 'bench-bench-bench-bench-bench-bench',
        ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
        // One client sends the load of many visitors.
        RATE_WRITES: '0',
        RATE_REMIXES: '0',
        RATE_UPLOADS: '0',
        WAITS_PER_CALLER: '0',
        WAITS_PER_ADDRESS: '0',
        FREE_DAILY_SECONDS: '0',
        ...options.env,
      },
    })
    const stop = () => server.stop().then(clean)
    return { ...server, dataDir, stop }
  } catch (error) {
    await clean()
    throw error
  }
}

/** CPU seconds that a process has used, if the operating system reports them. */
export async function cpuSecondsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / 100
}

/** Resident memory of a process, in megabytes. */
export async function residentMegabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
