import { PLACES, type StripeSandbox } from '@vignette/stripe-sandbox'

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
  countEvents(): Promise<number>
  /** The events from the given index on, as they are delivered; none where the sandbox delivers them itself. */
  events(from: number): Promise<Delivery[]>
}

const isInquiry = (status: string) => status.startsWith('warning_')

export function deskOf(sandbox: StripeSandbox, { delivers }: { delivers: boolean }): GatewayDesk {
  let buyers = 0
  async function look(sessionId: string) {
    const { payment_intent: id } = await sandbox.get('checkout.session', sessionId)
    const intent = id ? await sandbox.get('payment_intent', id) : undefined
    const like = { payment_intent: intent?.id ?? 'none' }
    return {
      intent,
      disputes: await sandbox.list('dispute', like),
      refunds: await sandbox.list('refund', like),
    }
  }
  async function open(sessionId: string, amount: number, inquiry: boolean): Promise<void> {
    const { intent, disputes } = await look(sessionId)
    if (intent?.status !== 'succeeded') return
    if (disputes.every(({ status }) => status === 'won')) {
      await sandbox.openDispute(intent.id, { amount, inquiry })
    }
  }
  return {
    async pay(sessionId) {
      await sandbox.expire()
      if ((await sandbox.get('checkout.session', sessionId)).status !== 'open') return
      const place = PLACES[buyers++ % PLACES.length]?.code ?? ''
      await sandbox.pay(sessionId, { place })
    },
    openDispute: (sessionId, amount) => open(sessionId, amount, false),
    inquire: (sessionId, amount) => open(sessionId, amount, true),
    async escalate(sessionId) {
      const { disputes } = await look(sessionId)
      const last = disputes.findLast(({ status }) => isInquiry(status))
      if (last) await sandbox.moveDispute(last.id, 'needs_response')
    },
    async closeDispute(sessionId, outcome) {
      const { disputes } = await look(sessionId)
      const last = disputes.findLast(({ status }) => status !== outcome && !isInquiry(status))
      if (!last) return
      if (last.status === 'lost') {
        await sandbox.moveDispute(last.id, 'appeal_needs_response')
        await sandbox.moveDispute(last.id, 'appeal_under_review')
      }
      await sandbox.moveDispute(last.id, outcome)
    },
    async changeDispute(sessionId, amount) {
      const last = (await look(sessionId)).disputes.at(-1)
      if (last) await sandbox.changeDispute(last.id, amount)
    },
    async failRefund(sessionId) {
      const { refunds } = await look(sessionId)
      const good = refunds.findLast(({ status }) => status === 'succeeded')
      if (good) await sandbox.settleRefund(good.id, 'failed')
    },
    countEvents: async () => (delivers ? 0 : (await sandbox.list('event')).length),
    events: async (from) =>
      delivers
        ? []
        : (await sandbox.list('event')).slice(from).map((event) => {
            const { body, headers } = sandbox.sign(event)
            return { rawBody: body, headers }
          }),
  }
}
