import type { Ctx } from '../../ctx.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { refreshPayment } from './refresh-payment.ts'
import type { PaymentRow } from './tables.ts'

const ASK_EVERY_MS = 2_000

interface Ask {
  at: number
  /** Until the gateway has answered. */
  underWay: Promise<PaymentRow> | undefined
}

const asks = defineProcessPart(() => new Map<string, Ask>())

/**
 * For readers, whom no rate limits: the gateway is asked once in two seconds about a payment, and
 * in between the row answers. Each kind of reader has its own turn, so that a paywall left open in
 * another tab never keeps a return from the checkout from its news.
 */
export async function throttleRefresh(
  ctx: Ctx,
  payment: PaymentRow,
  reader: 'return' | 'page',
): Promise<PaymentRow> {
  const known = ctx.process.of(asks)
  const now = ctx.clock.now().getTime()
  // A clock that jumps back must not silence us until it has caught up.
  const isRecent = ({ at }: Ask) => Math.abs(now - at) < ASK_EVERY_MS
  const key = `${reader} ${payment.id}`
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

/** For whoever looks at a recipe or its paywall. */
export const refreshForPage: typeof refreshPayment = (ctx, payment) =>
  throttleRefresh(ctx, payment, 'page')
