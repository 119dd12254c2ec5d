import Stripe from 'stripe'
import { GatewayError } from '../../gateway-error.ts'

const TIMEOUT_MS = 20_000

/** A client of Stripe's API, or of another server with that API. */
export function openStripe(options: {
  secretKey: string
  apiUrl?: string | undefined
  timeoutMs?: number | undefined
  /** Answers in place of a server. */
  fetch?: typeof fetch | undefined
}): Stripe {
  const api = options.apiUrl ? new URL(options.apiUrl) : undefined
  return new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(options.fetch ? { httpClient: Stripe.createFetchHttpClient(options.fetch) } : {}),
    ...(api
      ? {
          host: api.hostname,
          port: api.port || (api.protocol === 'https:' ? '443' : '80'),
          protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  })
}

interface Delivery {
  rawBody: Buffer
  headers: Record<string, string | string[] | undefined>
  webhookSecret: string
}

/**
 * Reads an event once its signature fits. One that then cannot be read throws a plain error with the
 * event's id, which is answered as our failure: Stripe sends it again, and its alarm tells.
 */
export function readSigned<Read extends { occurredAt: Date }>(
  stripe: Stripe,
  { rawBody, headers, webhookSecret }: Delivery,
  read: (signature: string) => Read,
): Read {
  const signature = headers['stripe-signature']
  const verifier = stripe.webhooks.signature
  try {
    if (typeof signature !== 'string' || !verifier) throw new Error('no signature')
    verifier.verifyHeader(rawBody, signature, webhookSecret)
  } catch (error) {
    throw new GatewayError('bad_signature', 'The signature does not fit the body.', {
      retryable: false,
      cause: error,
    })
  }
  try {
    const event = read(signature)
    if (Number.isNaN(event.occurredAt.getTime())) throw new Error('the event has no time')
    return event
  } catch (cause) {
    const [, id] = /"id":\s*"(v?evt_\w+)"/.exec(rawBody.toString()) ?? []
    throw new Error(`the signed event ${id ?? 'without an id'} cannot be read`, { cause })
  }
}
