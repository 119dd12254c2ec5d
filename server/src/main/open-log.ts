import { once } from 'node:events'
import { type Logger, pino } from 'pino'
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
