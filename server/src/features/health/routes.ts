import * as contract from '@vignette/contract/health.ts'
import { type Binding, handle } from '../../handle.ts'
import { getHealth } from './get-health.ts'

export const healthRoutes: Binding[] = [
  handle(contract.getHealth, (ctx, { params }) => getHealth(ctx, params.id)),
]
