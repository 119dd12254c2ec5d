import type { Ctx } from './ctx.ts'

/** One operator's command: `npm run cli -- <name> <arguments>`. */
export interface Command {
  /** Its words, such as `ledger show`. */
  name: string
  usage: string
  summary: string
  /** Answers what is to be printed; throws AppError or CommandError for what is to be refused. */
  run(ctx: Ctx, args: string[]): Promise<string>
}

/** The arguments make no sense; the message says which. */
export class CommandError extends Error {}
