import * as contract from '@vignette/contract/health.ts'
import { type Binding, handle } from '../../handle.ts'
import { getHealth } from './pause.ts'

export const healthRoutes: Binding[] = [
  handle(contract.getHealth, (ctx, { params }) => getHealth(ctx, params.id)),
]
