import * as contract from '@vignette/contract/collectors.ts'
import { type Binding, handle } from '../../handle.ts'
import { collectAnalytics } from './collect-analytics.ts'

export const analyticsRoutes: Binding[] = [
  handle(contract.collectAnalytics, async (ctx, { body, request }) => {
    await collectAnalytics(ctx, { ...body, userAgent: request.headers['user-agent'] })
    return { status: 1 }
  }),
]
