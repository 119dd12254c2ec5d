import { joinWaitlist as route } from '@vignette/contract/collectors.ts'
import { type Binding, DONE, handle } from '../../platform/http/define-api.ts'
import { joinWaitlist } from './join-waitlist.ts'

export const waitlistRoutes: Binding[] = [
  handle(route, async (ctx, { body }) => {
    await joinWaitlist(ctx, body)
    return DONE
  }),
]
