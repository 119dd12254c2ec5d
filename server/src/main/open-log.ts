import { once } from 'node:events'
import { type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'
import { describeError } from '../platform/describe-error.ts'
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
    hooks: { logMethod: keepOutagesRare() },
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

const OUTAGE_EACH_MS = 60_000
const WARN = 40
/** A full disk ends the embedded database too, so that both outages come together. */
const OUTAGES = {
  disk: /ENOSPC|EDQUOT|53100|No space left on device|Disk quota exceeded/i,
  database:
    /\.s\.PGSQL\.|the database system is|Connection terminated|a database connection was lost|the database server ended by itself|embedded PostgreSQL did not start|ECONNRESET \(Queue:/,
}
const DISK_FULL = 'the disk is full: what needs room fails until there is some'

/**
 * While the disk is full or the database away, every task fails of it, dozens of times a second. Their
 * lines would bury all others and need room themselves, so that one a minute stands for each outage.
 */
export function keepOutagesRare(
  now: () => number = Date.now,
): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const told = {
    disk: { at: -OUTAGE_EACH_MS, leftOut: 0 },
    database: { at: -OUTAGE_EACH_MS, leftOut: 0 },
  }
  return function log(args, method, level) {
    const outage = level < WARN ? undefined : findOutage(args)
    if (!outage) return method.apply(this, args)
    const last = told[outage]
    if (now() - last.at < OUTAGE_EACH_MS) {
      last.leftOut++
      return
    }
    const [first, text] = args as unknown[]
    const fields = first instanceof Error ? { err: first } : typeof first === 'object' ? first : {}
    const said = typeof first === 'string' ? first : typeof text === 'string' ? text : undefined
    const leftOut = last.leftOut > 0 ? { left_out: last.leftOut } : {}
    Object.assign(last, { at: now(), leftOut: 0 })
    method.call(this, { ...fields, ...leftOut }, outage === 'disk' ? DISK_FULL : said)
  }
}

/** Looks at texts, and at the messages and codes of faults, which the queue passes on as plain objects. */
function findOutage([first, text]: unknown[]): keyof typeof OUTAGES | undefined {
  const words = [first, text].filter((word) => typeof word === 'string')
  const { err, error, message } = (first ?? {}) as Record<string, unknown>
  let fault: unknown = first instanceof Error ? first : (err ?? error ?? { message })
  for (let depth = 0; fault && typeof fault === 'object' && depth < 5; depth++) {
    const { code, message, cause } = fault as Record<string, unknown>
    // A failed query's message holds what people wrote; its cause holds the reason.
    words.push(...[code, cause ? undefined : message].filter((word) => typeof word === 'string'))
    fault = cause
  }
  const names = Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]
  return names.find((name) => words.some((word) => OUTAGES[name].test(word)))
}
