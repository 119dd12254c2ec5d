import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppConfig } from '@vignette/contract/app.ts'
import { onTestFinished } from 'vitest'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
export type Answerer = (asked: Asked) => unknown

export class Refusal {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown = {}) {
    this.status = status
    this.body = body
  }
}

/** An answer that starts with 200 and never ends. */
export const HALF_AN_ANSWER = Symbol('half an answer')

/**
 * A real HTTP server on loopback, with answers from the test. `*` answers each call without an
 * answer of its own. With an answer to `GET /auth/me` the browser holds the cookie of a sign-in.
 */
export async function startApi(routes: Record<string, Answerer>): Promise<Asked[]> {
  const asked: Asked[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request)
    asked.push(call)
    const find =
      routes[`${call.method} ${call.path}`] ??
      routes['*'] ??
      standard[`${call.method} ${call.path}`]
    const result = find ? await find(call) : new Refusal(404, { error: 'No such thing' })
    response.writeHead(result instanceof Refusal ? result.status : 200, {
      'content-type': 'application/json',
    })
    if (result === HALF_AN_ANSWER) response.write('{')
    else response.end(JSON.stringify(result instanceof Refusal ? result.body : result))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/`,
  )
  if (routes['GET /auth/me']) {
    document.cookie = 'csrf_token=1-signed.in; Path=/'
    onTestFinished(() => {
      document.cookie = 'csrf_token=; Path=/; Max-Age=0'
    })
  }
  return asked
}

async function readCall(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://api')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method ?? 'GET',
    path: url.pathname.replace('/api/v1', ''),
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

export function sampleConfig(over: Partial<AppConfig> = {}): AppConfig {
  return {
    sign_in: 'development',
    sign_in_label: 'Continue with Google',
    currency: 'usd',
    currency_decimals: 2,
    prices_include_tax: false,
    price_floor: 'refuse',
    creator_access: 'open',
    payments: 'sandbox',
    mail: 'inbox',
    test_mode: true,
    waitlist_url: '/api/v1/waitlist',
    analytics_url: '/api/v1/analytics/batch',
    analytics_key: 'test',
    operator: 'Vignette Ltd',
    contact: 'hello@example.com',
    minimum_age: 16,
    content_policy: 'general',
    consumer_law: 'none',
    invoices: false,
    terms_version: '2026-11-01',
    public_url: null,
    bank_details_years: 10,
    ...over,
  }
}

const standard: Record<string, Answerer> = {
  'GET /config': () => sampleConfig(),
  'GET /auth/me': () => new Refusal(401, { error: 'Please sign in' }),
  'POST /analytics/batch': () => ({ status: 1 }),
}

/** Event names that the collector has received. */
export function readEvents(
  asked: Asked[],
): { event: string; properties: Record<string, unknown> }[] {
  return asked
    .filter((call) => call.path === '/analytics/batch')
    .flatMap((call) => (JSON.parse(call.body) as { batch: never[] }).batch)
}
