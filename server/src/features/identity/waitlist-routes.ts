import * as contract from '@vignette/contract/collectors.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { joinWaitlist } from './waitlist.ts'

export const waitlistRoutes: Binding[] = [
  handle(contract.joinWaitlist, async (ctx, { body }) => {
    await joinWaitlist(ctx, body)
    return DONE
  }),
]
