import * as payments from '@vignette/contract/payments.ts'
import * as contract from '@vignette/contract/purchases.ts'
import { type Binding, handle } from '../../handle.ts'
import { getPaymentLink } from './payment-link.ts'
import { getPurchase, listPurchases } from './purchase.ts'

export const purchaseRoutes: Binding[] = [
  handle(contract.listPurchases, (ctx, { query }) => listPurchases(ctx, query)),
  handle(payments.getPaymentLink, (ctx, { body }) => getPaymentLink(ctx, body)),
  handle(contract.getPurchase, (ctx, { params }) => getPurchase(ctx, params.id)),
]
