import type { Ctx } from '../../ctx.ts'

/** Why a workflow cannot run here now, or null. */
export function unavailableReason(
  ctx: Pick<Ctx, 'providers'>,
  providers: readonly string[],
): string | null {
  for (const id of new Set(providers)) {
    const provider = ctx.providers.find(id)
    if (!provider) return `The generator "${id}" is not part of this server.`
    const state = provider.availability()
    if (!state.available) return `${provider.title} is not available here: ${state.missing}.`
  }
  return null
}
