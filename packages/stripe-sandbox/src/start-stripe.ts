import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ThinEvent } from './connect-objects.ts'
import { ConnectState } from './connect-state.ts'
import { readParts } from './evidence-desk.ts'
import { nameCall } from './name-call.ts'
import { routeConnect } from './route-connect.ts'
import { routePayments } from './route-payments.ts'
import type { StripeEvent } from './stripe-objects.ts'
import { Refusal } from './stripe-objects.ts'
import { StripeState } from './stripe-state.ts'

export interface StripeFault {
  /** Matches a request line such as `POST /v1/payment_intents/…/capture`. */
  on: RegExp
  /** Before Stripe carries out the request, or after that and before the response. */
  when: 'before' | 'after'
  /**
   * A refusal or a status to answer with, or an action after which the connection closes. A 500 and a
   * declined card are stored with the idempotency key, as Stripe does once it has begun the request.
   */
  effect: number | Refusal | (() => void | Promise<void>)
}

export interface StripeStandIn {
  origin: string
  state: StripeState
  connect: ConnectState
  secretKey: string
  webhookSecret: string
  connectWebhookSecret: string
  /** Each fault happens once. */
  faults: StripeFault[]
  /** Request lines of all writes, such as `POST /v1/refunds`. */
  requests: string[]
  /** The form of each new checkout. */
  checkoutForms: Record<string, string>[]
  /** Signs an event for delivery as Stripe does. */
  sign(event: StripeEvent, otherwise?: { secret?: string; timestamp?: number }): Signed
  /** Signs a thin event, whose destination has a secret of its own. */
  signThin(event: ThinEvent, otherwise?: { secret?: string; timestamp?: number }): Signed
  close(): Promise<void>
}

interface Signed {
  body: Buffer
  headers: Record<string, string>
}

interface Remembered {
  until: number
  fingerprint: string
  status: number
  body: unknown
}

const DAY_S = 86_400
/** How long a key is known: 24 hours (api/idempotent_requests), in the second version 30 days (api-v2-overview). */
const KEPT_S = { first: DAY_S, second: 30 * DAY_S }

/** Stripe over HTTP, limited to the calls of checkout with manual capture and of paying recipients. */
export async function startStripe(
  now: () => number = () => Math.floor(Date.now() / 1000),
): Promise<StripeStandIn> {
  const state = new StripeState(now)
  const connect = new ConnectState(state)
  const secretKey = 'sk_test_stand_in'
  const webhookSecret = 'whsec_stand_in'
  const connectWebhookSecret = 'whsec_connect_stand_in'
  const remembered = new Map<string, Remembered>()
  const faults: StripeFault[] = []
  const requests: string[] = []
  const checkoutForms: Record<string, string>[] = []

  async function strike(
    line: string,
    when: StripeFault['when'],
    replayed: boolean,
  ): Promise<Refusal | 'hang-up' | null> {
    const at = faults.findIndex(
      (fault) =>
        fault.when === when &&
        fault.on.test(line) &&
        // A replayed request is not carried out, so only its connection can fail.
        (!replayed || typeof fault.effect === 'function'),
    )
    const [fault] = at === -1 ? [] : faults.splice(at, 1)
    if (!fault) return null
    if (typeof fault.effect !== 'function') {
      return typeof fault.effect === 'number'
        ? new Refusal('An unknown error occurred', { status: fault.effect, type: 'api_error' })
        : fault.effect
    }
    await fault.effect()
    return 'hang-up'
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const line = `${request.method} ${url.pathname}`
    const bytes = await readBody(request)
    const { 'content-type': contentType = '' } = request.headers
    const parts = contentType.startsWith('multipart/')
      ? readParts(bytes.toString('latin1'), contentType)
      : {}
    // A form's boundary differs with each request; Stripe compares the parameters.
    const text = 'file' in parts ? JSON.stringify(parts) : bytes.toString()
    requests.push(line)
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    const key = request.headers['idempotency-key']
    const fingerprint = `${line}\n${text}`
    const isSecond = url.pathname.startsWith('/v2/')
    for (const [known, { until }] of remembered) if (now() > until) remembered.delete(known)
    const keptUnder = () => (typeof key === 'string' ? remembered.get(key) : undefined)
    const keep = (status: number, body: unknown) => {
      if (request.method !== 'POST' || typeof key !== 'string') return
      // https://docs.stripe.com/api-v2-overview: the second version carries out again what failed.
      if (isSecond && status >= 400) return
      const until = now() + (isSecond ? KEPT_S.second : KEPT_S.first)
      remembered.set(key, { until, fingerprint, status, body: structuredClone(body) })
    }
    const fail = ({ status, body }: Refusal) => {
      if (status === 500 || status === 402) keep(status, { error: body })
      answer(status, { error: body })
    }

    const early = await strike(line, 'before', keptUnder() !== undefined)
    if (early === 'hang-up') return void request.socket.destroy()
    if (early !== null) return fail(early)
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return answer(401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided' },
      })
    }

    // Nothing waits from here on, so that two requests under one key are carried out once.
    const before = keptUnder()
    if (before && before.fingerprint !== fingerprint) {
      return answer(400, {
        error: {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${String(key)}' if you meant to execute a different request.`,
        },
      })
    }
    if (before) return answer(before.status, before.body, { 'idempotent-replayed': 'true' })

    let status = 200
    let body: unknown
    state.expire()
    try {
      const params =
        request.method === 'GET' || isSecond ? url.searchParams : new URLSearchParams(text)
      const form = Object.fromEntries(params)
      const method = request.method ?? 'GET'
      if (line === 'POST /v1/checkout/sessions') checkoutForms.push(form)
      body =
        routeConnect(connect, {
          ...nameCall(method, url.pathname),
          form,
          json: isSecond && text ? (JSON.parse(text) as Record<string, unknown>) : {},
          actsFor: String(request.headers['stripe-account'] ?? ''),
          origin: state.origin,
        }) ?? routePayments(state, method, url.pathname, form, parts)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      status = error.status
      body = { error: error.body }
    }
    // https://docs.stripe.com/api/idempotent_requests: the first outcome is kept, "including 500 errors".
    keep(status, body)
    const late = await strike(line, 'after', false)
    if (late === 'hang-up') return void request.socket.destroy()
    if (late !== null) return fail(late)
    answer(status, body)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  state.origin = origin
  return {
    origin,
    state,
    connect,
    secretKey,
    webhookSecret,
    connectWebhookSecret,
    faults,
    requests,
    checkoutForms,
    sign: (event, otherwise = {}) => sign(event, { secret: webhookSecret, ...otherwise }),
    signThin: (event, otherwise = {}) =>
      sign(event, { secret: connectWebhookSecret, ...otherwise }),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** https://docs.stripe.com/webhooks#verify-manually: the time, and an HMAC of time and body. */
function sign(
  event: object,
  { secret, timestamp = Math.floor(Date.now() / 1000) }: { secret: string; timestamp?: number },
): Signed {
  const payload = JSON.stringify(event)
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return {
    body: Buffer.from(payload),
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${timestamp},v1=${digest}`,
    },
  }
}
