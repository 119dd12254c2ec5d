import type { Logger } from 'pino'
import type { Ctx } from './ctx.ts'
import type { Config } from './main/config.ts'

/** One operator command: `npm run cli -- <name> <arguments>`. */
export interface Command {
  /** The command's words, such as `ledger show`. */
  name: string
  usage: string
  summary: string
  /** What `--help` prints below the command's name instead of usage and summary. */
  help?(args: string[]): string
  /** Answers the text to print; throws AppError or CommandError to refuse. */
  run(ctx: Ctx, args: string[]): Promise<string>
}

/** A command that needs no running parts, so that it also works where the server does not start. */
export interface ApartCommand extends Pick<Command, 'name' | 'usage' | 'summary' | 'help'> {
  /** `after` follows with the running parts that the command made possible. */
  runApart(
    given: { config: Config; log: Logger },
    args: string[],
  ): Promise<{ text: string; code: number; after?: (ctx: Ctx) => Promise<void> }>
}

/** The arguments are invalid; the message says why. */
export class CommandError extends Error {}

const MOST_ROWS = 10_000

/** How many rows `--last` asks for. */
export function readLast(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > MOST_ROWS) {
    throw new CommandError(`--last takes a whole number from 1 to ${MOST_ROWS}.`)
  }
  return Number(text)
}
