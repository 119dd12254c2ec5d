import type { Ctx } from '../../src/ctx.ts'
import { createCallCommand } from '../../src/main/call-route.ts'
import { listBindings } from '../../src/main/features.ts'
import { startDrain } from '../../src/platform/http/drain.ts'

const command = createCallCommand(listBindings(startDrain()))

/** What `npm run cli -- call` prints. */
export function callRoute(ctx: Ctx, ...words: string[]): Promise<string> {
  return command.run(ctx, words)
}
