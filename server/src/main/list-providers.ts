import type { Ctx } from '../ctx.ts'

const NOT_SET_UP = 'This is not set up on this site.'

/** The names of missing settings are for admins alone. */
export function listProviders(ctx: Ctx) {
  const providers = ctx.providers.list()
  if (ctx.caller.principal?.admin) return { providers }
  return {
    providers: providers.map((provider) => ({
      ...provider,
      missing: provider.missing === null ? null : NOT_SET_UP,
    })),
  }
}
