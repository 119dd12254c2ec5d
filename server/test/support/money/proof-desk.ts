import type { CreationView } from '@vignette/contract/creations.ts'
import { eq } from 'drizzle-orm'
import { payments } from '../../../src/schema/payments.ts'
import { ended, enterCard, openCheckout, publish, remix } from '../acts.ts'
import { Visitor } from '../browser.ts'
import type { TestApp } from '../start-test-app.ts'

/** A buyer with a proof that was delivered for a paid run. */
export interface Proof {
  buyer: Visitor
  workflowId: string
  sessionId: string
  id: string
  jobId: string
  /** What the checkout said. */
  opened: object
}

/** A recipe of a new creator that is sold proof-first. */
export async function publishProof(app: TestApp, draws = 2, cost = 0): Promise<string> {
  const creator = new Visitor(app.url)
  return (await publish(creator, { price: 300, proof: { draws }, cost })).id
}

/** Pays for a run that ends with a proof. */
export async function buyProof(
  app: TestApp,
  workflowId: string,
  buyer = new Visitor(app.url),
  card?: string,
): Promise<Proof> {
  const opened = await openCheckout(buyer, workflowId, { public: true })
  await enterCard(opened.body.url, card)
  const sessionId = opened.body.session_id
  const started = await remix(buyer, workflowId, { public: true, session_id: sessionId })
  const jobId = started.body.job_id
  const job = await ended(buyer, jobId)
  return { buyer, workflowId, sessionId, id: job.result.id, jobId, opened: opened.body }
}

export const look = (proof: Proof, by: Visitor = proof.buyer) =>
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
