import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/db.ts'
import type { PaymentGateway } from '../spec.ts'
import type { DisputeMove, NewDispute } from './change-dispute.ts'
import type { CardForm, Verdict } from './check-card.ts'
import type { SandboxCheckout, SandboxDispute } from './tables.ts'

export interface SandboxOptions {
  db: Db
  clock: { now(): Date }
  /** The server's secret, from which the webhook's secret is derived. */
  secret: string
  /** Computes tax by the rates of a made-up table. */
  includesTax?: boolean
  /** Delivers a signed event as Stripe does by HTTP; an error means that the event is delivered again later. */
  deliver(rawBody: Buffer, headers: Record<string, string>): Promise<void>
}

export interface SandboxGateway extends PaymentGateway {
  id: 'sandbox'
  findCheckout(sessionId: string): Promise<SandboxCheckout | null>
  /** Pays with a card, as the checkout page does. */
  pay(sessionId: string, card: CardForm): Promise<Verdict | 'closed'>
  /** Actions of a bank or the gateway's staff, for operators of a sandbox and for tests. */
  openDispute(
    sessionId: string,
    amount?: number,
    more?: Omit<NewDispute, 'amount'>,
  ): Promise<string>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>
  changeDispute(disputeId: string, amount: number): Promise<void>
  findDispute(disputeId: string): Promise<{ row: SandboxDispute; moves: DisputeMove[] } | null>
  /** Plays the bank; false where the dispute cannot move so. */
  moveDispute(disputeId: string, move: DisputeMove): Promise<boolean>
  settleRefund(gatewayRefundId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  deliverEvents(): Promise<void>
  mount(server: FastifyInstance): Promise<void>
}
