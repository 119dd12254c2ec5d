import type { Ctx } from '../ctx.ts'

export function listProviders(ctx: Ctx) {
  return { providers: ctx.providers.list() }
}
