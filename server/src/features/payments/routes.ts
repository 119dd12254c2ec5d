import * as contract from '@vignette/contract/payments.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { createCheckoutSession } from './create-checkout-session.ts'
import { exportEarnings } from './export-earnings.ts'
import { findOpenPayment } from './find-open-payment.ts'
import { getEarnings } from './get-earnings.ts'
import { getPaymentConfig } from './get-payment-config.ts'
import { getPaymentSession } from './get-payment-session.ts'
import { getReceipt } from './get-receipt.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { releasePayment } from './release-payment.ts'

export const paymentRoutes: Binding[] = [
  handle(contract.getPaymentConfig, async (ctx) => getPaymentConfig(ctx)),
  handle(contract.createCheckoutSession, (ctx, { body }) => createCheckoutSession(ctx, body)),
  handle(contract.getPaymentSession, (ctx, { params }) => getPaymentSession(ctx, params.sessionId)),
  handle(contract.findOpenPayment, (ctx, { query }) => findOpenPayment(ctx, query.workflow_id)),
  handle(contract.releasePayment, (ctx, { params }) => releasePayment(ctx, params.id)),
  handle(contract.receiveWebhook, (ctx, { params, request }) =>
    receiveWebhook(ctx, {
      gateway: params.gateway,
      rawBody: request.rawBody ?? Buffer.alloc(0),
      headers: request.headers,
    }),
  ),
  handle(contract.getReceipt, (ctx, { params }) => getReceipt(ctx, params.id)),
  handle(contract.getEarnings, (ctx) => getEarnings(ctx)),
  handle(contract.exportEarnings, async (ctx, { reply }) => {
    const csv = await exportEarnings(ctx)
    await reply
      .header('content-disposition', 'attachment; filename="earnings.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csv)
    return REPLIED
  }),
]
