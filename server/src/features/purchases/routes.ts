import * as contract from '@vignette/contract/purchases.ts'
import { type Binding, handle } from '../../handle.ts'
import { getPurchase, listPurchases } from './purchase.ts'

export const purchaseRoutes: Binding[] = [
  handle(contract.listPurchases, (ctx, { query }) => listPurchases(ctx, query)),
  handle(contract.getPurchase, (ctx, { params }) => getPurchase(ctx, params.id)),
]
