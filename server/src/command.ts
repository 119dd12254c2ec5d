import type { Ctx } from './ctx.ts'

/** One operator command: `npm run cli -- <name> <arguments>`. */
export interface Command {
  /** The command's words, such as `ledger show`. */
  name: string
  usage: string
  summary: string
  /** Answers the text to print; throws AppError or CommandError to refuse. */
  run(ctx: Ctx, args: string[]): Promise<string>
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
