import * as contract from '@vignette/contract/storefronts.ts'
import { type Binding, handle } from '../../handle.ts'
import { getOwnStorefront, updateStorefront } from './own-storefront.ts'
import { getStorefront } from './storefront.ts'

export const storefrontRoutes: Binding[] = [
  handle(contract.getStorefront, (ctx, { params }) => getStorefront(ctx, params.handle)),
  handle(contract.getOwnStorefront, (ctx) => getOwnStorefront(ctx)),
  handle(contract.updateStorefront, (ctx, { body }) => updateStorefront(ctx, body)),
]
