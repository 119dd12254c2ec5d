import type { Ctx } from '../../../ctx.ts'
import { defineProcessPart } from '../../../platform/process-state.ts'
import type { PaymentRow } from '../tables.ts'
import { refreshPayment } from './refresh-payment.ts'

const ASK_EVERY_MS = 2_000

interface Ask {
  at: number
  /** The running request; undefined once the gateway has answered. */
  underWay: Promise<PaymentRow> | undefined
}

const asks = defineProcessPart(() => new Map<string, Ask>())

/**
 * Asks the gateway about a payment at most once in two seconds, since no rate limits readers; in
 * between the row answers. Each kind of reader has its own throttle, so that a paywall open in
 * another tab never delays a return from the checkout, and so has each event that is still to be processed.
 */
export async function throttleRefresh(
  ctx: Ctx,
  payment: PaymentRow,
  { reader, event = '' }: { reader: 'return' | 'page'; event?: string | undefined },
): Promise<PaymentRow> {
  const known = ctx.process.of(asks)
  const now = ctx.clock.now().getTime()
  // A clock that jumps back must not stop all requests until it has caught up.
  const isRecent = ({ at }: Ask) => Math.abs(now - at) < ASK_EVERY_MS
  const key = `${reader} ${payment.id} ${event}`
  const last = known.get(key)
  if (last && isRecent(last)) return (await last.underWay) ?? payment
  for (const [old, ask] of known) {
    if (isRecent(ask)) break
    known.delete(old)
  }
  const underWay = refreshPayment(ctx, payment)
  const ask: Ask = { at: now, underWay }
  known.set(key, ask)
  try {
    return await underWay
  } finally {
    ask.underWay = undefined
  }
}
