import { lookUpModel } from '../ai-sdk-kit/look-up-model.ts'
import { requireKey } from '../ai-sdk-kit/vendor-options.ts'
import type { FoundModel } from '../spec.ts'
import { FAL_PLATFORM, type FalOptions } from './endpoints.ts'
import { FAL_MODELS } from './models.ts'

const PUBLISHED: ReadonlySet<string> = new Set(Object.values(FAL_MODELS).flat())

/**
 * Asks fal's list of models (https://fal.ai/docs/api-reference/platform-apis). A model that
 * Vignette does not list may be missing in fal's list and work nevertheless, and a proxy has no such
 * list, so neither is asked for.
 */
export async function lookUpFalModel(
  options: FalOptions,
  model: string,
  signal: AbortSignal,
): Promise<FoundModel | undefined> {
  if (options.baseUrl || !PUBLISHED.has(model)) return undefined
  return lookUpModel(options, [{ from: FAL_PLATFORM, to: FAL_PLATFORM }], {
    model,
    address: `${FAL_PLATFORM}/v1/models?endpoint_id=${encodeURIComponent(model)}`,
    headers: { authorization: `Key ${requireKey(options.apiKey)}` },
    signal,
  })
}
