import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCliWith } from './run-cli.ts'
import { startServer } from './start-server.ts'

const CLOCK = path.resolve(import.meta.dirname, '../../server/test/faults/support/jump-clock.mjs')
const HOUR_MS = 3_600_000

/** A server whose clock a test moves on. */
export interface TimedServer {
  address: string
  dataDir: string
  now(): Date
  /** Moves the server's clock to this time; later commands begin there. */
  moveTo(time: Date): Promise<void>
  cli(...words: string[]): Promise<string>
  stop(): Promise<void>
}

export async function startTimedServer(
  file: string,
  settings: Record<string, string> = {},
): Promise<TimedServer> {
  const preload = { NODE_OPTIONS: `--import=${CLOCK}` }
  const env = { ...settings, ...preload, CLOCK_FILE: file }
  await writeFile(file, '0')
  const { address, dataDir, pid, stop } = await startServer({ seed: false, env })
  let offsetMs = 0
  return {
    address,
    dataDir,
    now: () => new Date(Date.now() + offsetMs),
    async moveTo(time) {
      offsetMs = time.getTime() - Date.now()
      await writeFile(file, String(offsetMs))
      process.kill(pid, 'SIGUSR2')
    },
    cli: (...words) =>
      runCliWith({ ...preload, DATA_DIR: dataDir, CLOCK_OFFSET_MS: String(offsetMs) }, ...words),
    stop,
  }
}

/** The first Friday, half past six (UTC), at least `days` days after a time. */
export function fridayAfter(time: Date, days: number): Date {
  const at = new Date(time.getTime() + days * 24 * HOUR_MS)
  at.setUTCHours(6, 30, 0, 0)
  at.setUTCDate(at.getUTCDate() + ((5 - at.getUTCDay() + 7) % 7))
  return at
}
