import Stripe from 'stripe'

const TIMEOUT_MS = 20_000

/** A client of Stripe's API, or of another server with that API. */
export function openStripe(options: {
  secretKey: string
  apiUrl?: string | undefined
  timeoutMs?: number | undefined
}): Stripe {
  const api = options.apiUrl ? new URL(options.apiUrl) : undefined
  return new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(api
      ? {
          host: api.hostname,
          port: api.port || (api.protocol === 'https:' ? '443' : '80'),
          protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  })
}
