import type { Ctx } from '../ctx.ts'
import { createChildPool } from '../platform/children/pool.ts'
import { StartError } from '../platform/start-error.ts'
import {
  createRemoteProviders,
  listTrustedOrigins,
} from '../providers/generation/create-remote-providers.ts'
import { downloadProduct } from '../providers/generation/download-product.ts'
import {
  createAbsentLocalProvider,
  createLocalProvider,
  localChildModule,
} from '../providers/generation/local/index.ts'
import { loadStudio } from '../providers/generation/local/load-studio.ts'
import { createProviderRegistry, type ProviderRegistry } from '../providers/generation/registry.ts'
import type { GenerationProvider } from '../providers/generation/spec.ts'
import type { Config } from './config.ts'

const MEGABYTE = 1024 * 1024

export async function createProviders(config: Config): Promise<ProviderRegistry> {
  const local = config.LOCAL ? await openLocalProvider() : createAbsentLocalProvider()
  const registry = createProviderRegistry([local, ...createRemoteProviders(config)])
  checkLimits(config, registry)
  return registry
}

async function openLocalProvider(): Promise<GenerationProvider> {
  return createLocalProvider({
    studio: await loadStudio(),
    // The lowest priority, so that short work and the handling of its product run before films.
    children: createChildPool({ module: localChildModule, niceness: 15 }),
    forShort: createChildPool({ module: localChildModule, size: 1 }),
  })
}

/** A misspelt provider id would silently limit nothing. */
function checkLimits(config: Config, registry: ProviderRegistry): void {
  for (const variable of ['PROVIDER_CONCURRENCY', 'PROVIDER_RATE'] as const) {
    const stranger = Object.keys(config[variable]).find((name) => !registry.find(name))
    if (!stranger) continue
    const known = registry.list().map(({ id }) => id)
    throw new StartError(`${variable} names ${stranger}; the providers are ${known.join(', ')}.`)
  }
}

/** Private addresses are fetched only if the operator named them. */
export function createProductFetcher(config: Config): Ctx['fetchProduct'] {
  const allowedOrigins = listTrustedOrigins(config)
  return async (product, signal) => {
    const media = await downloadProduct(product, {
      maxBytes: { image: 50 * MEGABYTE, video: 500 * MEGABYTE },
      allowedOrigins,
      signal,
    })
    return Buffer.from(media.bytes)
  }
}
