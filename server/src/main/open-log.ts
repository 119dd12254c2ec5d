import { once } from 'node:events'
import { type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'
import { describeError } from '../platform/describe-error.ts'
import { isDiskFull } from '../platform/storage/is-disk-full.ts'
import type { Config } from './config.ts'

/** How long the exit waits for a slow reader of the last lines. */
const LAST_LINES_MS = 2_000

export interface OpenLog {
  log: Logger
  /**
   * Flushes and closes the log. Without this, pino would flush at the exit of the process, and retry
   * for ever where the reader is gone.
   */
  end(): Promise<void>
}

export function openLog(config: Pick<Config, 'LOG_LEVEL' | 'LOG_FORMAT'>): OpenLog {
  const destination = pino.destination({ fd: 1 })
  const stream =
    config.LOG_FORMAT === 'pretty'
      ? pretty({
          destination,
          colorize: process.stdout.isTTY === true,
          ignore: 'pid,hostname',
        })
      : destination
  const options = {
    level: config.LOG_LEVEL,
    hooks: { logMethod: keepDiskFullRare() },
    serializers: { err: describeError, error: describeError },
    // Removes secrets from the fields of an error or request before they are logged.
    redact: {
      paths: [
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.apiKey',
        '*.secret',
        'err.config',
        'busboyOptions',
      ],
      censor: '[kept out]',
    },
  }
  return {
    log: pino(options, stream),
    async end() {
      const patience = AbortSignal.timeout(LAST_LINES_MS)
      const closed = once(destination, 'close', { signal: patience })
      stream.end()
      // A missing reader makes the stream fail, which also ends the log.
      await closed.catch(() => undefined)
      destination.destroy()
    },
  }
}

const DISK_FULL_EACH_MS = 60_000
const NO_ROOM = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i

/**
 * While a disk is full every task that writes fails of it, many a second; their lines would bury all
 * others and need room themselves, so that one a minute stands for them.
 */
export function keepDiskFullRare(
  now: () => number = Date.now,
): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  let saidAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return function log(args, method) {
    const [first] = args as unknown[]
    const { err, error } = (first ?? {}) as { err?: unknown; error?: unknown }
    const fault = first instanceof Error ? first : (err ?? error)
    if (!tellsOfFullDisk(fault)) return method.apply(this, args)
    if (now() - saidAt < DISK_FULL_EACH_MS) {
      leftOut++
      return
    }
    const fields = { err: fault, ...(leftOut > 0 ? { left_out: leftOut } : {}) }
    saidAt = now()
    leftOut = 0
    method.call(this, fields, 'the disk is full: what needs room fails until there is some')
  }
}

function tellsOfFullDisk(fault: unknown): boolean {
  if (isDiskFull(fault)) return true
  for (let at = fault; at instanceof Error; at = at.cause) if (NO_ROOM.test(at.message)) return true
  return false
}
