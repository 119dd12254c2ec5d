import type { refreshPayment } from './refresh-payment.ts'
import { throttleRefresh } from './throttle-refresh.ts'

/** The throttle for views of a recipe or its paywall. */
export const refreshForPage: typeof refreshPayment = (ctx, payment) =>
  throttleRefresh(ctx, payment, { reader: 'page' })
