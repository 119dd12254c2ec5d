import type { JobView } from '@vignette/contract/jobs.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import type { TestActor } from '../test-actor.ts'

interface Session {
  payment_status: string
  status: string
  job_id: string | null
  user_inputs: object | null
  public: boolean
  payment: { id: string; state: string; next: string }
}

export const document = (actor: TestActor, price: number) => ({
  name: 'A portrait',
  user_id: actor.anonymousId,
  price,
  cost: 0,
  generation_time: 2,
  inputs: [{ key: 'wish', type: 'text' }],
  steps: [{ id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A {{wish}}' }],
  output: 'draw',
})

/** Pays; a checkout with tax in its price also asks for the country. */
export async function enterCard(
  url: string,
  number = '4242 4242 4242 4242',
  country?: string,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      number,
      expiry: '12 / 34',
      cvc: '123',
      ...(country === undefined ? {} : { country }),
    }),
  })
}

export const run = (actor: TestActor, workflowId: string, sessionId?: string, inputs?: object) =>
  actor.call<{ job_id: string; error: string; code: string }>(
    'POST',
    `/workflows/${workflowId}/creations`,
    {
      user_id: actor.anonymousId,
      user_inputs: inputs ?? { wish: 'boat' },
      ...(sessionId ? { session_id: sessionId } : {}),
    },
  )

export const sessionOf = (actor: TestActor, sessionId: string) =>
  actor.call<Session>('GET', `/payment/session/${sessionId}`)

/** Reads the event stream until the job ends, without timers or polling. */
export async function ended(
  actor: TestActor,
  jobId: string,
): Promise<JobView & { result: { id: string } }> {
  const text = await (await actor.fetch('GET', `/api/v1/jobs/${jobId}/events`)).text()
  const last =
    text
      .trim()
      .split('\n\n')
      .findLast((part) => part.includes('event: job')) ?? ''
  return JSON.parse(last.slice(last.indexOf('data: ') + 6))
}

export async function receiptOf(actor: TestActor, creationId: string): Promise<ReceiptView | null> {
  const answer = await actor.call<{ receipt: ReceiptView | null }>(
    'GET',
    `/creations/${creationId}/receipt`,
  )
  return answer.body.receipt
}
