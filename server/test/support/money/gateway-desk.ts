import { STRIPE_PLACES, type StripeStandIn } from '@vignette/stripe-sandbox'
import type { SandboxGateway } from '../../../src/providers/payments/sandbox/sandbox-gateway.ts'
import { TAX_PLACES } from '../../../src/providers/payments/sandbox/tax-places.ts'
import { cardOf, GOOD_CARD } from './create-money-world.ts'

type Delivery = { rawBody: Buffer; headers: Record<string, string> }

/** Actions of buyers, banks and a gateway's staff, which our server does not start. */
export interface GatewayDesk {
  /** Pays; where the checkout computes tax, each buyer lives in the next place of a list. */
  pay(sessionId: string): Promise<void>
  openDispute(sessionId: string, amount: number): Promise<void>
  /** The bank asks without taking money. */
  inquire(sessionId: string, amount: number): Promise<void>
  /** The bank takes the money of the newest inquiry. */
  escalate(sessionId: string): Promise<void>
  /** Closes the dispute, also one that was closed with another outcome. */
  closeDispute(sessionId: string, outcome: 'won' | 'lost'): Promise<void>
  /** Changes the amount of the newest dispute, open or closed. */
  changeDispute(sessionId: string, amount: number): Promise<void>
  /** Makes the newest successful refund fail at the bank. */
  failRefund(sessionId: string): Promise<void>
  countEvents(): number
  /** The events from the given index on, as they are delivered. */
  events(from: number): Delivery[]
}

/** The sandbox delivers its events itself, so the desk lists none. */
export function deskOfSandbox(sandbox: SandboxGateway): GatewayDesk {
  let buyers = 0
  const look = async (sessionId: string) => {
    const view = await sandbox.find({ sessionId })
    if (!view) throw new Error('no such checkout')
    return view
  }
  return {
    async pay(sessionId) {
      const country = TAX_PLACES[buyers++ % TAX_PLACES.length]?.code ?? ''
      await sandbox.pay(sessionId, { ...cardOf(GOOD_CARD), country })
    },
    async openDispute(sessionId, amount) {
      const view = await look(sessionId)
      if (view.state !== 'captured') return
      if (view.disputes.every((dispute) => dispute.state === 'won')) {
        await sandbox.openDispute(sessionId, amount)
      }
    },
    async inquire(sessionId, amount) {
      const view = await look(sessionId)
      if (view.state !== 'captured') return
      if (view.disputes.every((dispute) => dispute.state === 'won')) {
        await sandbox.openDispute(sessionId, amount, { inquiry: true })
      }
    },
    async escalate(sessionId) {
      const last = (await look(sessionId)).disputes.findLast(({ state }) => state === 'inquiry')
      if (last) await sandbox.moveDispute(last.id, 'disputed')
    },
    async closeDispute(sessionId, outcome) {
      const last = (await look(sessionId)).disputes.findLast(
        ({ state }) => state !== outcome && state !== 'inquiry',
      )
      if (last) await sandbox.closeDispute(last.id, outcome)
    },
    async changeDispute(sessionId, amount) {
      const last = (await look(sessionId)).disputes.at(-1)
      if (last) await sandbox.changeDispute(last.id, amount)
    },
    async failRefund(sessionId) {
      const good = (await look(sessionId)).refunds.findLast(({ state }) => state === 'succeeded')
      if (good) await sandbox.settleRefund(good.id, 'failed')
    },
    countEvents: () => 0,
    events: () => [],
  }
}

const isInquiry = (status: string) => status.startsWith('warning_')

export function deskOfStripe(stripe: StripeStandIn): GatewayDesk {
  const { state } = stripe
  let buyers = 0
  const intentOf = (sessionId: string) =>
    state.intents.get(state.sessions.get(sessionId)?.payment_intent ?? '')
  const of = <T extends { payment_intent: string }>(all: Map<string, T>, sessionId: string) =>
    [...all.values()].filter((each) => each.payment_intent === intentOf(sessionId)?.id)
  return {
    async pay(sessionId) {
      state.expire()
      if (state.sessions.get(sessionId)?.status !== 'open') return
      state.pay(sessionId, undefined, STRIPE_PLACES[buyers++ % STRIPE_PLACES.length])
    },
    async openDispute(sessionId, amount) {
      const intent = intentOf(sessionId)
      if (intent?.status !== 'succeeded') return
      if (of(state.disputes, sessionId).every(({ status }) => status === 'won')) {
        state.openDispute(intent.id, amount)
      }
    },
    async inquire(sessionId, amount) {
      const intent = intentOf(sessionId)
      if (intent?.status !== 'succeeded') return
      if (of(state.disputes, sessionId).every(({ status }) => status === 'won')) {
        state.openDispute(intent.id, amount, { inquiry: true })
      }
    },
    async escalate(sessionId) {
      const last = of(state.disputes, sessionId).findLast(({ status }) => isInquiry(status))
      if (last) state.escalateInquiry(last.id)
    },
    async closeDispute(sessionId, outcome) {
      const last = of(state.disputes, sessionId).findLast(
        ({ status }) => status !== outcome && !isInquiry(status),
      )
      if (!last) return
      if (last.status === 'lost') {
        state.moveDispute(last.id, 'appeal_needs_response')
        state.moveDispute(last.id, 'appeal_under_review')
      }
      state.closeDispute(last.id, outcome)
    },
    async changeDispute(sessionId, amount) {
      const last = of(state.disputes, sessionId).at(-1)
      if (last) state.changeDispute(last.id, amount)
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
