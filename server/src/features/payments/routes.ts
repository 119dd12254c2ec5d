import * as contract from '@vignette/contract/payments.ts'
import * as sales from '@vignette/contract/sales.ts'
import * as withdrawals from '@vignette/contract/withdrawals.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { releasePayment } from './capture/release-payment.ts'
import { findOpenPayment } from './checkout/authorisation.ts'
import { createCheckoutSession } from './checkout/create-checkout-session.ts'
import { payByLink } from './checkout/payment-link.ts'
import { getPaymentConfig, getPaymentSession } from './checkout/payment-session.ts'
import { getEarnings } from './get-earnings.ts'
import { getReceipt, getSignedReceipt } from './receipt.ts'
import { receiveWebhook } from './reconcile/receive-webhook.ts'
import { exportSales } from './sales/export-sales.ts'
import { refundSale } from './sales/refund-sale.ts'
import { listSales } from './sales/sale.ts'
import { confirmWaiver } from './waiver.ts'
import { withdrawPurchase, withdrawSignedPurchase } from './withdrawals/withdraw.ts'

export const paymentRoutes: Binding[] = [
  handle(contract.getPaymentConfig, async (ctx) => getPaymentConfig(ctx)),
  handle(contract.payByLink, (ctx, { body }) => payByLink(ctx, body)),
  handle(contract.createCheckoutSession, (ctx, { body }) => createCheckoutSession(ctx, body)),
  handle(contract.getPaymentSession, (ctx, { params }) => getPaymentSession(ctx, params.sessionId)),
  handle(contract.findOpenPayment, (ctx, { query }) => findOpenPayment(ctx, query.workflow_id)),
  handle(contract.releasePayment, (ctx, { params }) => releasePayment(ctx, params.id)),
  handle(
    contract.receiveWebhook,
    (ctx, { params, request }) =>
      receiveWebhook(ctx, {
        gateway: params.gateway,
        rawBody: request.rawBody ?? Buffer.alloc(0),
        headers: request.headers,
      }),
    { signedBy: ({ gateway }) => gateway.signatureHeader },
  ),
  handle(contract.getReceipt, (ctx, { params }) => getReceipt(ctx, params.id)),
  handle(contract.getSignedReceipt, (ctx, { body }) => getSignedReceipt(ctx, body)),
  handle(withdrawals.confirmWaiver, (ctx, { params, body }) =>
    confirmWaiver(ctx, params.id, body.waiver),
  ),
  handle(withdrawals.withdrawPurchase, (ctx, { params, body }) =>
    withdrawPurchase(ctx, params.id, body),
  ),
  handle(withdrawals.withdrawSignedPurchase, (ctx, { body }) => withdrawSignedPurchase(ctx, body)),
  handle(contract.getEarnings, (ctx) => getEarnings(ctx)),
  handle(sales.listSales, (ctx, { query }) => listSales(ctx, query)),
  handle(sales.refundSale, (ctx, { params, body }) =>
    refundSale(ctx, { paymentId: params.id, ...body }),
  ),
  handle(sales.exportSales, async (ctx, { query, reply }) => {
    const csv = await exportSales(ctx, query)
    await reply
      .header('content-disposition', 'attachment; filename="sales.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csv)
    return REPLIED
  }),
]
