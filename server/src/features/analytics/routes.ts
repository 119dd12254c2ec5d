import { collectAnalytics } from '@vignette/contract/collectors.ts'
import { type Binding, handle } from '../../platform/http/define-api.ts'
import { collectEvents } from './collect-events.ts'

export const analyticsRoutes: Binding[] = [
  handle(collectAnalytics, async (ctx, { body }) => {
    await collectEvents(ctx, body)
    return { status: 1 }
  }),
]
