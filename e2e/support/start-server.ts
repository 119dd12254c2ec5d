import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline'

const ROOT = path.resolve(import.meta.dirname, '../..')
/**
 * The cache of compiled code that `npm start` uses too: stripping types and compiling take most of
 * a start.
 */
export const COMPILE_CACHE = path.join(ROOT, '.cache/node')
const START_LIMIT_MS = 60_000
const SAMPLES_LIMIT_MS = 240_000
/** Tells a request without an answer apart from samples that are not generated. */
const ANSWER_LIMIT_MS = 30_000
/** The last lines of the server's output, printed if the server does not become ready. */
const LAST_LINES = 50

const OF_EVERY_JOURNEY = {
  // All tests come from one IP address; an operator sets these limits for the real traffic.
  RATE_WRITES: '20000',
  RATE_REMIXES: '2000',
  RATE_UPLOADS: '2000',
  RATE_CHECKOUTS: '2000',
  RATE_SIGN_INS: '2000',
  RATE_REPORTS: '2000',
  RATE_ANALYTICS: '20000',
  RATE_WAITLIST: '2000',
  FREE_DAILY_SECONDS: '0',
  // Buyers get invoices.
  OPERATOR_ADDRESS: '1 Long Lane\\nLondon',
}

export interface StartedServer {
  address: string
  dataDir: string
  pid: number
  /** The part of a line that the server prints, now or later. */
  read: (pattern: RegExp) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts the product as `npm start` does, with a temporary data folder. Where `seed` is true, the
 * server fills its catalogue and this function waits for the samples, which take a minute of two
 * cores.
 */
export async function startServer({
  seed,
  samples = seed,
  env,
  bare = false,
}: {
  seed: boolean
  /** False where the recipes alone are enough. */
  samples?: boolean
  /** Settings besides those of every journey. */
  env?: Record<string, string>
  /** Without those of every journey. */
  bare?: boolean
}): Promise<StartedServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vignette-journeys-'))
  const server = spawn(process.execPath, ['server/src/main/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: '0',
      ...(bare ? {} : { ...OF_EVERY_JOURNEY, SEED: String(seed) }),
      ...env,
    },
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  const said: string[] = []
  let health = ''
  const lines = createInterface({ input: server.stdout })
  lines.on('line', (line) => {
    said.push(line)
    said.splice(0, said.length - LAST_LINES)
  })
  const read = (pattern: RegExp) => readLine(lines, said, pattern)
  try {
    const address = await within(START_LIMIT_MS, 'the server did not start', read(/ready at (\S+)/))
    if (samples) {
      const waiting = waitForSamples(address, (answer) => {
        health = answer
      })
      await within(SAMPLES_LIMIT_MS, 'the samples were not made', waiting)
    }
    return { address, dataDir, pid: server.pid ?? 0, read, stop }
  } catch (error) {
    await stop()
    const { message } = error as Error
    throw new Error([message, ...said, health].join('\n'), { cause: error })
  }
}

function readLine(lines: Interface, said: readonly string[], pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (line: string) => {
      const found = pattern.exec(line)?.[1]
      if (found) resolve(found)
    }
    for (const line of said) look(line)
    lines.on('line', look)
    lines.on('close', () => reject(new Error('the server ended before it said so')))
  })
}

async function waitForSamples(address: string, onAnswer: (health: string) => void): Promise<void> {
  for (;;) {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
    const answer = await fetch(`${address}/api/v1/healthcheck?ready=1`, { signal })
    if (answer.status === 200) return
    onAnswer(await answer.text())
    if (answer.status !== 503) throw new Error(`the health check answered ${answer.status}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function within<T>(limitMs: number, fault: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${fault} within ${limitMs / 1000} s`)), limitMs)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
