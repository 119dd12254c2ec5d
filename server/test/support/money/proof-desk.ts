import type { CreationView } from '@vignette/contract/creations.ts'
import { eq } from 'drizzle-orm'
import { payments } from '../../../src/schema/payments.ts'
import type { TestApp } from '../start-test-app.ts'
import { TestActor } from '../test-actor.ts'
import { document, ended, enterCard } from './buying.ts'

/** A buyer with a proof that was delivered for a paid run. */
export interface Proof {
  buyer: TestActor
  workflowId: string
  sessionId: string
  id: string
  jobId: string
  /** What the checkout said. */
  opened: object
}

/** A recipe of a new creator that is sold proof-first. */
export async function publishProof(app: TestApp, draws = 2, cost = 0): Promise<string> {
  const creator = new TestActor(app.url)
  const { body } = await creator.call<{ id: string }>('POST', '/workflows', {
    ...document(creator, 300),
    proof: { draws },
    cost,
  })
  return body.id
}

export const openCheckout = (app: TestApp, workflowId: string, buyer: TestActor) =>
  buyer.call<{ session_id: string; url: string; proof: object | null }>(
    'POST',
    '/payment/create-checkout-session',
    {
      workflow_id: workflowId,
      user_id: buyer.anonymousId,
      success_url: `${app.url}/workflows/${workflowId}/remix?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${app.url}/workflows/${workflowId}/remix?canceled=true`,
      public: true,
    },
  )

/** Pays for a run that ends with a proof. */
export async function buyProof(
  app: TestApp,
  workflowId: string,
  buyer = new TestActor(app.url),
  card?: string,
): Promise<Proof> {
  const opened = await openCheckout(app, workflowId, buyer)
  await enterCard(opened.body.url, card)
  const sessionId = opened.body.session_id
  const started = await buyer.call<{ job_id: string }>(
    'POST',
    `/workflows/${workflowId}/creations`,
    {
      user_id: buyer.anonymousId,
      user_inputs: { wish: 'boat' },
      public: true,
      session_id: sessionId,
    },
  )
  const jobId = started.body.job_id
  const job = await ended(buyer, jobId)
  return { buyer, workflowId, sessionId, id: job.result.id, jobId, opened: opened.body }
}

export const look = (proof: Proof, by: TestActor = proof.buyer) =>
  by.call<CreationView>('GET', `/creations/${proof.id}`)

export const decide = (proof: Proof, action: 'keep' | 'decline' | 'redraw', body?: object) =>
  proof.buyer.call<{ job_id: string; code: string; error: string }>(
    'POST',
    `/creations/${proof.id}/${action}`,
    body,
  )

/** Draws another proof beside this one, and waits until it is there. */
export async function drawAnother(proof: Proof, body?: object): Promise<Proof> {
  const drawn = await decide(proof, 'redraw', body)
  const jobId = drawn.body.job_id
  const job = await ended(proof.buyer, jobId)
  return { ...proof, id: job.result.id, jobId }
}

export async function paymentOf(app: TestApp, { sessionId }: Proof) {
  const [row] = await app.ctx.db.select().from(payments).where(eq(payments.sessionId, sessionId))
  if (!row) throw new Error('no such payment')
  return row
}
