import * as contract from '@vignette/contract/purchases.ts'
import { type Binding, handle } from '../../handle.ts'
import { getPurchase } from './get-purchase.ts'
import { listPurchases } from './list-purchases.ts'

export const purchaseRoutes: Binding[] = [
  handle(contract.listPurchases, (ctx, { query }) => listPurchases(ctx, query)),
  handle(contract.getPurchase, (ctx, { params }) => getPurchase(ctx, params.id)),
]
