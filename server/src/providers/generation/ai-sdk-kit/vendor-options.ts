import { type Availability, ProviderError } from '../spec.ts'

export interface Redirection {
  from: string
  to: string
}

/** The options of every vendor's factory; only the configuration reads the environment. */
export interface VendorOptions {
  apiKey?: string
  /** A replacement for the vendor's API: a proxy, or a stand-in in tests. */
  baseUrl?: string
  fetch?: typeof globalThis.fetch
  /** The timeout for a picture, which vendors make while the request is open. */
  pictureTimeoutMs?: number
  /** The timeout for any other answer. */
  callTimeoutMs?: number
  maxAnswerBytes?: number
  maxPictureBytes?: number
  /** The interval between two polls of a running operation. */
  checkAfterMs?: number
  /**
   * Replacements for the origins of finished files: a mirror that the operator trusts, or a stand-in in
   * tests.
   */
  files?: readonly Redirection[]
}

export const DEFAULTS = {
  pictureTimeoutMs: 300_000,
  callTimeoutMs: 60_000,
  // Base64 in JSON is a third larger than the picture.
  maxAnswerBytes: 64 * 1024 * 1024,
  maxPictureBytes: 40 * 1024 * 1024,
  checkAfterMs: 5_000,
} as const

export function describeAvailability(apiKey: string | undefined, variable: string): Availability {
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

/** The option `apiKey`, absent where the variable is. */
export function withKey(apiKey: string | undefined): { apiKey?: string } {
  return apiKey ? { apiKey } : {}
}
