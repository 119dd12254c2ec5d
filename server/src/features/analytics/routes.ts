import * as contract from '@vignette/contract/collectors.ts'
import { type Binding, handle } from '../../handle.ts'
import { collectAnalytics } from './collect-analytics.ts'

export const analyticsRoutes: Binding[] = [
  handle(contract.collectAnalytics, async (ctx, { body }) => {
    await collectAnalytics(ctx, body)
    return { status: 1 }
  }),
]
