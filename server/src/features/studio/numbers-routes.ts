import * as contract from '@vignette/contract/numbers.ts'
import { type Binding, handle } from '../../handle.ts'
import { getStudioNumbers, getWorkflowNumbers } from './get-numbers.ts'

export const numberRoutes: Binding[] = [
  handle(contract.getWorkflowNumbers, (ctx, { params, query }) =>
    getWorkflowNumbers(ctx, params.id, query.range),
  ),
  handle(contract.getStudioNumbers, (ctx, { query }) => getStudioNumbers(ctx, query.range)),
]
