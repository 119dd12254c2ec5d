import type { Ctx } from '../ctx.ts'
import { StartError } from '../platform/start-error.ts'
import { downloadProduct } from '../providers/generation/download-product.ts'
import { createProviderRegistry, type ProviderRegistry } from '../providers/generation/registry.ts'
import { createVendorProviders, listTrustedOrigins } from '../providers/generation/vendors.ts'
import type { Config } from './config.ts'

const MEGABYTE = 1024 * 1024

export async function createProviders(config: Config): Promise<ProviderRegistry> {
  const registry = createProviderRegistry(await createVendorProviders(config))
  checkLimits(config, registry)
  return registry
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
