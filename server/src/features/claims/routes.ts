import * as contract from '@vignette/contract/claims.ts'
import { type Binding, handle } from '../../handle.ts'
import { decideClaim } from './decide-claim.ts'
import { listClaims } from './list-claims.ts'
import { decideObjection } from './object-to-claim.ts'

export const claimRoutes: Binding[] = [
  handle(contract.listClaims, (ctx, { query }) => listClaims(ctx, query)),
  handle(contract.decideClaim, (ctx, { params, body }) => decideClaim(ctx, params.id, body)),
  handle(contract.decideObjection, (ctx, { params, body }) =>
    decideObjection(ctx, params.id, body),
  ),
]
