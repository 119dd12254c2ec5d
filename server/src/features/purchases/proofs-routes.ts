import * as contract from '@vignette/contract/proofs.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { declineCreation, getWaitingProof, keepCreation, redrawCreation } from './proof.ts'

export const proofRoutes: Binding[] = [
  handle(contract.getWaitingProof, (ctx) => getWaitingProof(ctx)),
  handle(contract.keepCreation, (ctx, { params }) => keepCreation(ctx, params.id)),
  handle(contract.declineCreation, async (ctx, { params, body }) => {
    await declineCreation(ctx, params.id, body?.reason)
    return DONE
  }),
  handle(contract.redrawCreation, (ctx, { params, body }) =>
    redrawCreation(ctx, params.id, body?.user_inputs),
  ),
]
