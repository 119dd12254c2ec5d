import type { StripeSandbox } from '@vignette/stripe-sandbox'
import type { SandboxGateway } from '../../../src/providers/open-sandbox.ts'

type Move = 'won' | 'lost' | 'appealed' | 'disputed' | 'dropped'

const STATUSES = {
  won: 'won',
  lost: 'lost',
  appealed: 'appeal_under_review',
  disputed: 'needs_response',
  dropped: 'warning_closed',
} as const satisfies Record<Move, Parameters<StripeSandbox['moveDispute']>[1]>

/** The sandbox as a gateway, and what its buyers and banks do, by the session of the checkout. */
export type SandboxDesk = ReturnType<typeof deskOfGateway>

export function deskOfGateway(gateway: SandboxGateway) {
  const { sandbox } = gateway
  return {
    ...gateway,
    pay: (sessionId: string, card: { number: string; expiry: string; cvc: string }) =>
      sandbox.enterCard(sessionId, { country: '', ...card }),

    async openDispute(
      sessionId: string,
      amount?: number,
      more: { reason?: string; inquiry?: boolean } = {},
    ): Promise<string> {
      const { payment_intent: intent } = await sandbox.get('checkout.session', sessionId)
      return (await sandbox.openDispute(intent ?? '', { amount, ...more })).id
    },

    async moveDispute(id: string, move: Move): Promise<void> {
      await sandbox.moveDispute(id, STATUSES[move])
    },

    async closeDispute(id: string, outcome: 'won' | 'lost'): Promise<void> {
      await sandbox.moveDispute(id, outcome)
    },

    changeDispute: (id: string, amount: number) => sandbox.changeDispute(id, amount),

    settleRefund: (id: string, outcome: 'succeeded' | 'failed') =>
      sandbox.settleRefund(id, outcome),
  }
}
