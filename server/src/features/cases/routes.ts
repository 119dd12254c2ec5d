import * as contract from '@vignette/contract/cases.ts'
import { type Binding, handle } from '../../handle.ts'
import {
  getPaymentCase,
  getSignedCase,
  openCase,
  openSignedCase,
  withdrawCase,
  withdrawSignedCase,
} from './buyer-case.ts'
import { answerCase, grantCase, refuseCase } from './decision.ts'
import { listAllCases, listCases } from './list-cases.ts'

export const caseRoutes: Binding[] = [
  handle(contract.getPaymentCase, (ctx, { params }) => getPaymentCase(ctx, params.id)),
  handle(contract.openCase, (ctx, { params, body }) => openCase(ctx, params.id, body)),
  handle(contract.getSignedCase, (ctx, { body }) => getSignedCase(ctx, body)),
  handle(contract.openSignedCase, (ctx, { body }) => openSignedCase(ctx, body)),
  handle(contract.withdrawSignedCase, (ctx, { body }) => withdrawSignedCase(ctx, body)),
  handle(contract.listCases, (ctx, { query }) => listCases(ctx, query)),
  handle(contract.listAllCases, (ctx, { query }) => listAllCases(ctx, query)),
  handle(contract.answerCase, (ctx, { params, body }) => answerCase(ctx, params.id, body.text)),
  handle(contract.grantCase, (ctx, { params, body }) => grantCase(ctx, params.id, body)),
  handle(contract.refuseCase, (ctx, { params, body }) => refuseCase(ctx, params.id, body.reason)),
  handle(contract.withdrawCase, (ctx, { params }) => withdrawCase(ctx, params.id)),
]
