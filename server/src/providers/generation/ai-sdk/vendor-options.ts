import { type Availability, ProviderError } from '../spec.ts'

export interface Redirection {
  from: string
  to: string
}

/** What every vendor's factory takes; configuration reads the environment, these files never do. */
export interface VendorOptions {
  apiKey?: string
  /** Another address of the vendor's API: a proxy, or a stand-in in tests. */
  baseUrl?: string
  fetch?: typeof globalThis.fetch
  /** Longest wait for a picture, which vendors make while the request is open. */
  pictureTimeoutMs?: number
  /** Longest wait for any other answer. */
  callTimeoutMs?: number
  maxAnswerBytes?: number
  maxPictureBytes?: number
  /** How long the engine waits between two looks at a running operation. */
  checkAfterMs?: number
  /** Where finished pictures of an origin really are: a mirror the operator trusts, or a stand-in in tests. */
  files?: readonly Redirection[]
}

export const DEFAULTS = {
  pictureTimeoutMs: 300_000,
  callTimeoutMs: 60_000,
  // Base64 in JSON is a third larger than the picture it carries.
  maxAnswerBytes: 64 * 1024 * 1024,
  maxPictureBytes: 40 * 1024 * 1024,
  checkAfterMs: 5_000,
} as const

export function tellAvailability(apiKey: string | undefined, variable: string): Availability {
  return apiKey ? { available: true } : { available: false, missing: `${variable} is not set` }
}

export function requireKey(apiKey: string | undefined): string {
  if (apiKey) return apiKey
  throw new ProviderError(
    'provider_unavailable',
    'The generator this recipe uses is not set up on this site.',
    { retryable: false },
  )
}
