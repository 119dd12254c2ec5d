import { once } from 'node:events'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { describeError } from '../platform/describe-error.ts'
import type { Config } from './config.ts'

/** Whoever reads the log slowly gets so long for its last lines. */
const LAST_LINES_MS = 2_000

export interface OpenLog {
  log: Logger
  /**
   * Writes what waits and writes no more. Without this, pino tries to write the last lines as the
   * process exits, for ever where their reader is gone.
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
    // Whatever an error or request drags along, these never reach a log.
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
      // A reader that is gone is an error of the stream, and as good an end.
      await closed.catch(() => undefined)
      destination.destroy()
    },
  }
}
