import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { workflowCard } from './workflows.ts'

/** The most people that one account may follow. */
export const FOLLOWS_MOST = 1_000

const oneself = z.object({ following: z.boolean() })

export const getFollow = defineRoute('getFollow', {
  summary: 'Whether the caller follows somebody',
  access: 'user',
  params: idParams,
  answer: oneself,
  errors: ['unauthenticated'],
})

export const follow = defineRoute('follow', {
  summary: 'Follow somebody with a username, to be told of new recipes',
  access: 'user',
  params: idParams,
  answer: oneself,
  errors: ['not_found', 'forbidden', 'unauthenticated'],
  rate: 'writes',
})

export const unfollow = defineRoute('unfollow', {
  summary: 'Follow somebody no longer',
  access: 'user',
  params: idParams,
  answer: emptyAnswer,
  errors: ['unauthenticated'],
  rate: 'writes',
})

export const listFollows = defineRoute('listFollows', {
  summary: 'Whom the caller follows, the last one first; nobody else sees the list',
  access: 'user',
  query: z.object({ limit: limit(PAGE.profile), cursor }),
  answer: z.object({
    follows: z.array(z.object({ id: z.string(), handle: z.string(), since: timestamp })),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed', 'unauthenticated'],
})

export const listFollowedWorkflows = defineRoute('listFollowedWorkflows', {
  summary: 'The listed recipes of those whom the caller follows, newest first',
  access: 'user',
  query: z.object({ limit: limit(PAGE.discover), cursor }),
  answer: z.object({ workflows: z.array(workflowCard), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated'],
})
