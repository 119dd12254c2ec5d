import type { SandboxGateway } from '../../../src/providers/payments/sandbox/create-sandbox-gateway.ts'
import type { StripeStandIn } from '../stand-ins/stripe/start-stripe.ts'
import { cardOf, GOOD_CARD } from './create-money-world.ts'

type Delivery = { rawBody: Buffer; headers: Record<string, string> }

/** What buyers, banks and a gateway's own staff do there, without asking us. */
export interface GatewayDesk {
  pay(sessionId: string): Promise<void>
  openDispute(sessionId: string, amount: number): Promise<void>
  closeDispute(sessionId: string, outcome: 'won' | 'lost'): Promise<void>
  /** The bank sends the newest good refund back. */
  failRefund(sessionId: string): Promise<void>
  countEvents(): number
  /** The events since there were so many, each as it is delivered. */
  events(from: number): Delivery[]
}

/** The sandbox hands its events over by itself, so there are none to deliver. */
export function deskOfSandbox(sandbox: SandboxGateway): GatewayDesk {
  const look = async (sessionId: string) => {
    const view = await sandbox.find({ sessionId })
    if (!view) throw new Error('no such checkout')
    return view
  }
  return {
    async pay(sessionId) {
      await sandbox.pay(sessionId, cardOf(GOOD_CARD))
    },
    async openDispute(sessionId, amount) {
      const view = await look(sessionId)
      if (view.state !== 'captured') return
      if (view.disputes.every((dispute) => dispute.state === 'won')) {
        await sandbox.openDispute(sessionId, amount)
      }
    },
    async closeDispute(sessionId, outcome) {
      const open = (await look(sessionId)).disputes.find(({ state }) => state === 'opened')
      if (open) await sandbox.closeDispute(open.id, outcome)
    },
    async failRefund(sessionId) {
      const good = (await look(sessionId)).refunds.findLast(({ state }) => state === 'succeeded')
      if (good) await sandbox.settleRefund(good.id, 'failed')
    },
    countEvents: () => 0,
    events: () => [],
  }
}

export function deskOfStripe(stripe: StripeStandIn): GatewayDesk {
  const { state } = stripe
  const intentOf = (sessionId: string) =>
    state.intents.get(state.sessions.get(sessionId)?.payment_intent ?? '')
  const of = <T extends { payment_intent: string }>(all: Map<string, T>, sessionId: string) =>
    [...all.values()].filter((each) => each.payment_intent === intentOf(sessionId)?.id)
  return {
    async pay(sessionId) {
      state.lapse()
      if (state.sessions.get(sessionId)?.status === 'open') state.pay(sessionId)
    },
    async openDispute(sessionId, amount) {
      const intent = intentOf(sessionId)
      if (intent?.status !== 'succeeded') return
      if (of(state.disputes, sessionId).every(({ status }) => status === 'won')) {
        state.openDispute(intent.id, amount)
      }
    },
    async closeDispute(sessionId, outcome) {
      const open = of(state.disputes, sessionId).find((each) => each.status === 'needs_response')
      if (open) state.closeDispute(open.id, outcome)
    },
    async failRefund(sessionId) {
      const good = of(state.refunds, sessionId).findLast(({ status }) => status === 'succeeded')
      if (good) state.failRefund(good.id)
    },
    countEvents: () => state.events.length,
    events: (from) =>
      state.events.slice(from).map((event) => {
        const { body, headers } = stripe.sign(event)
        return { rawBody: body, headers }
      }),
  }
}
