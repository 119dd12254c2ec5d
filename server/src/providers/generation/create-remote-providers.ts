import { createFalProvider } from './ai-sdk/fal.ts'
import { FAL_FILES, type FalOptions } from './ai-sdk/fal-endpoints.ts'
import { createGoogleProvider } from './ai-sdk/google.ts'
import { createOpenAIProvider } from './ai-sdk/openai.ts'
import { createReplicateProvider } from './ai-sdk/replicate.ts'
import { createComfyUiProvider } from './comfyui/create-comfyui-provider.ts'
import type { GenerationProvider } from './spec.ts'

/** The part of the configuration that remote providers need, under the variables' names. */
export interface RemoteProviderConfig {
  OPENAI_API_KEY?: string | undefined
  GOOGLE_GENERATIVE_AI_API_KEY?: string | undefined
  FAL_KEY?: string | undefined
  FAL_API_URL?: string | undefined
  REPLICATE_API_TOKEN?: string | undefined
  COMFYUI_URL?: string | undefined
}

/** All remote providers; one without a key is listed too and names the missing variable. */
export function createRemoteProviders(config: RemoteProviderConfig): GenerationProvider[] {
  return [
    createOpenAIProvider(withKey(config.OPENAI_API_KEY)),
    createGoogleProvider(withKey(config.GOOGLE_GENERATIVE_AI_API_KEY)),
    createFalProvider({ ...withKey(config.FAL_KEY), ...falAt(config.FAL_API_URL) }),
    createReplicateProvider(withKey(config.REPLICATE_API_TOKEN)),
    createComfyUiProvider(config.COMFYUI_URL ? { baseUrl: config.COMFYUI_URL } : {}),
  ]
}

/** Private origins that finished files may come from: only those that the operator named. */
export function listTrustedOrigins(config: RemoteProviderConfig): string[] {
  return [config.COMFYUI_URL, config.FAL_API_URL]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).origin)
}

function falAt(address: string | undefined): Omit<FalOptions, 'apiKey'> {
  if (!address) return {}
  return { baseUrl: address, queueUrl: address, files: [{ from: FAL_FILES, to: address }] }
}

function withKey(apiKey: string | undefined): { apiKey?: string } {
  return apiKey ? { apiKey } : {}
}
