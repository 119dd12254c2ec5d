import { performCapture } from '../../../src/features/payments/capture/capture.ts'
import { settlePayment } from '../../../src/features/payments/settle-payment.ts'
import type { SandboxGateway } from '../../../src/providers/open-sandbox.ts'
import { buy, sessionOf } from '../acts.ts'
import { Visitor } from '../browser.ts'
import type { TestApp } from '../start-test-app.ts'
import { deskOfGateway, type SandboxDesk } from './sandbox-desk.ts'

export interface Sold {
  buyer: Visitor
  creationId: string
  paymentId: string
  sessionId: string
}

/** A sale up to the capture, by the card whose number decides what comes later. */
export async function sell(
  app: TestApp,
  workflowId: string,
  card?: string,
  prepare?: (buyer: Visitor) => void,
): Promise<Sold> {
  const buyer = new Visitor(app.url)
  prepare?.(buyer)
  const { session: sessionId, job } = await buy(buyer, workflowId, {}, card)
  const { payment } = (await sessionOf(buyer, sessionId)).body
  await performCapture(app.ctx, payment.id)
  const sold = { buyer, creationId: job.result.id, paymentId: payment.id, sessionId }
  await settle(app, sold)
  return sold
}

/** Brings our rows up to the gateway's, as the webhooks of the sandbox do a moment later. */
export async function settle(
  { ctx }: TestApp,
  { paymentId, sessionId }: Pick<Sold, 'paymentId' | 'sessionId'>,
): Promise<void> {
  const view = await ctx.gateway.find({ sessionId })
  if (view) await settlePayment(ctx, paymentId, view)
}

/** The only dispute of the sale. */
export async function disputeOf({ ctx }: TestApp, { sessionId }: Pick<Sold, 'sessionId'>) {
  const [dispute] = (await ctx.gateway.find({ sessionId }))?.disputes ?? []
  if (!dispute) throw new Error('the sale is not disputed')
  return dispute
}

export function sandboxOf({ ctx }: TestApp): SandboxDesk {
  if (ctx.gateway.id !== 'sandbox') throw new Error('this app sells by another gateway')
  return deskOfGateway(ctx.gateway as SandboxGateway)
}
