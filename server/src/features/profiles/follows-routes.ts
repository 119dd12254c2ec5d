import * as contract from '@vignette/contract/follows.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { follow, getFollow, listFollowedWorkflows, listFollows, unfollow } from './follow.ts'

export const followRoutes: Binding[] = [
  handle(contract.getFollow, (ctx, { params }) => getFollow(ctx, params.id)),
  handle(contract.follow, (ctx, { params }) => follow(ctx, params.id)),
  handle(contract.unfollow, async (ctx, { params }) => {
    await unfollow(ctx, params.id)
    return DONE
  }),
  handle(contract.listFollows, (ctx, { query }) => listFollows(ctx, { ...query, offset: 0 })),
  handle(contract.listFollowedWorkflows, (ctx, { query }) =>
    listFollowedWorkflows(ctx, { ...query, offset: 0 }),
  ),
]
