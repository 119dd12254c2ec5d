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
