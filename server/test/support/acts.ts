import type { CreationView } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { expect } from 'vitest'
import { type Answer, type Browser, Visitor } from './browser.ts'

// What a person does on a server. Each act takes a `change` of the body that it sends.

export interface Refusal {
  error: string
  code: string
  details?: { path: string; message: string }[]
}

type Headers = Record<string, string>

export const DRAW = { id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A {{wish}}' }
export const RESTYLE = {
  id: 'restyle',
  provider: 'local',
  function_type: 'restyle',
  first_image: '{{draw}}',
}

/** A recipe for the scripted provider, with its creator's id. */
export function recipeFor(userId: string, change: object = {}) {
  return {
    name: 'A picture of a wish',
    user_id: userId,
    price: 0,
    cost: 0,
    generation_time: 2,
    inputs: [{ key: 'wish', type: 'text' }],
    steps: [DRAW],
    output: 'draw',
    ...change,
  }
}

/** The public id of the browser's principal; a visitor is asked for by its anonymous id. */
export async function idOf(browser: Browser, anonymousId?: string): Promise<string> {
  const { body } = await browser.call<{ id: string }>('GET', `/users/${anonymousId ?? 'me'}`)
  return body.id
}

export async function tryPublish(
  by: Browser,
  change: object = {},
  headers: Headers = {},
): Promise<Answer<WorkflowView & Refusal>> {
  // A signed-out person's cookie holds the id that this server knows the person by.
  const id =
    by instanceof Visitor
      ? by.anonymousId
      : ((await idOf(by)) ?? by.cookies.get('csrf_token')?.split('.')[1] ?? '')
  return by.call('POST', '/workflows', recipeFor(id, change), headers)
}

export async function publish(
  by: Browser,
  change: object = {},
  headers: Headers = {},
): Promise<WorkflowView> {
  const answer = await tryPublish(by, change, headers)
  expect(answer.body).not.toHaveProperty('error')
  expect(answer.status).toBe(201)
  return answer.body
}

/** What a visitor's bodies name besides the cookie. */
const named = (by: Browser) => (by instanceof Visitor ? { user_id: by.anonymousId } : {})

/** Starts a run. */
export function remix(
  by: Browser,
  workflowId: string,
  change: object = {},
  headers: Headers = {},
): Promise<Answer<{ job_id: string; generation_time: number } & Refusal>> {
  const body = { ...named(by), user_inputs: { wish: 'boat' }, ...change }
  return by.call('POST', `/workflows/${workflowId}/creations`, body, headers)
}

/** A synchronous remix; answers the creation or the reason of its failure. */
export function tryRemix(
  by: Browser,
  workflowId: string,
  change: object = {},
  headers: Headers = {},
): Promise<Answer<CreationView & { job_id: string } & Refusal>> {
  const body = { ...named(by), user_inputs: { wish: 'boat' }, async: false, ...change }
  return by.call('POST', `/workflows/${workflowId}/creations`, body, headers)
}

export async function remixNow(
  by: Browser,
  workflowId: string,
  change: object = {},
): Promise<CreationView> {
  const answer = await tryRemix(by, workflowId, change)
  expect(answer.body).not.toHaveProperty('error')
  expect(answer.status).toBe(200)
  expect(answer.body.workflow_id).toBe(workflowId)
  return answer.body
}

/** Resolves once the stream is open, with every state sent until the job ends. */
export async function openStream(
  by: Browser,
  jobId: string,
): Promise<{ states(): Promise<JobView[]> }> {
  const response = await by.fetch(`/api/v1/jobs/${jobId}/events`)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  return {
    async states() {
      const text = await response.text()
      return text
        .split('\n\n')
        .filter((part) => part.includes('event: job'))
        .map((part) => JSON.parse(part.slice(part.indexOf('data: ') + 6)) as JobView)
    },
  }
}

/** Reads the event stream until the job ends, without timers or polling. */
export async function ended(
  by: Browser,
  jobId: string,
): Promise<JobView & { result: { id: string } }> {
  const stream = await openStream(by, jobId)
  const last = (await stream.states()).at(-1)
  if (!last) throw new Error('the stream told nothing')
  return last as JobView & { result: { id: string } }
}

export interface Checkout {
  session_id: string
  url: string
  proof: object | null
}

export function openCheckout(
  by: Browser,
  workflowId: string,
  change: object = {},
  headers: Headers = {},
): Promise<Answer<Checkout & Refusal>> {
  const page = `/workflows/${workflowId}/remix`
  const body = {
    workflow_id: workflowId,
    ...named(by),
    success_url: `${page}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${page}?canceled=true`,
    ...change,
  }
  return by.call('POST', '/payment/create-checkout-session', body, headers)
}

/** Pays on the sandbox's page; a checkout with tax in its price also asks for the country. */
export function enterCard(
  url: string,
  number = '4242 4242 4242 4242',
  country?: string,
): Promise<Response> {
  const card = { number, expiry: '12 / 34', cvc: '123' }
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(country === undefined ? card : { ...card, country }),
  })
}

interface Session {
  payment_status: string
  status: string
  job_id: string | null
  user_inputs: object | null
  public: boolean
  made_from: string | null
  drawing: string | null
  payment: { id: string; state: string; next: string }
}

export const sessionOf = (by: Browser, sessionId: string): Promise<Answer<Session>> =>
  by.call('GET', `/payment/session/${sessionId}`)

export async function receiptOf(by: Browser, creationId: string): Promise<ReceiptView | null> {
  const { body } = await by.call<{ receipt: ReceiptView | null }>(
    'GET',
    `/creations/${creationId}/receipt`,
  )
  return body.receipt
}

/** The receipt, once the buyer is charged. */
export async function charged(by: Browser, creationId: string): Promise<ReceiptView> {
  await expect.poll(async () => (await receiptOf(by, creationId))?.state).toBe('captured')
  const receipt = await receiptOf(by, creationId)
  if (!receipt) throw new Error('the receipt is gone')
  return receipt
}

/** Pays with a card that is accepted; answers the session, which pays for one run. */
export async function pay(
  by: Browser,
  workflowId: string,
  change: object = {},
  card?: string,
): Promise<string> {
  const { body, status } = await openCheckout(by, workflowId, change)
  expect([status, body.error]).toEqual([200, undefined])
  expect((await enterCard(body.url, card)).status).toBe(303)
  return body.session_id
}

/** Pays for a run, and reads its stream until it ends. */
export async function buy(
  by: Browser,
  workflowId: string,
  change: object = {},
  card?: string,
): Promise<{ session: string; job: JobView & { result: { id: string } } }> {
  const session = await pay(by, workflowId, change, card)
  const started = await remix(by, workflowId, { session_id: session })
  expect(started.body).not.toHaveProperty('error')
  return { session, job: await ended(by, started.body.job_id) }
}
