import type { Ctx } from '../../ctx.ts'

/** Why a workflow cannot run here now, or null; without the names of missing settings. */
export function unavailableReason(
  ctx: Pick<Ctx, 'providers'>,
  providers: readonly string[],
): string | null {
  for (const id of new Set(providers)) {
    const provider = ctx.providers.find(id)
    if (!provider) return `The generator "${id}" is not part of this server.`
    if (!provider.availability().available) return `${provider.title} is not available here.`
  }
  return null
}
