import * as contract from '@vignette/contract/codes.ts'
import { type Binding, handle } from '../../handle.ts'
import { priceWithCode } from './claim-code.ts'
import { listCodes, setCodeState } from './code.ts'
import { createCode } from './create-code.ts'

export const codeRoutes: Binding[] = [
  handle(contract.createCode, (ctx, { body }) => createCode(ctx, body)),
  handle(contract.listCodes, (ctx, { query }) => listCodes(ctx, query)),
  handle(contract.setCodeState, (ctx, { params, body }) => setCodeState(ctx, params.id, body)),
  handle(contract.priceWithCode, (ctx, { params, body }) =>
    priceWithCode(ctx, params.id, body.code),
  ),
]
