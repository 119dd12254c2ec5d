import { z } from 'zod'
import { SCOPES } from './account-limits.ts'
import { defineRoute } from './define-route.ts'

/** How long an assistant may call that a person let in by OAuth. */
export const ASSISTANT_DAYS = 30

/** Beyond these an assistant asks for nothing. */
export const ASSISTANT_SCOPES = ['run', 'workflows:read'] as const

const requestParams = z.object({ id: z.string().regex(/^[\w-]{16,64}$/) })

export const getAssistantRequest = defineRoute('getAssistantRequest', {
  summary: 'Which assistant asks to act for the account, in the browser that it opened',
  access: 'user',
  token: false,
  params: requestParams,
  answer: z.object({
    client_name: z.string().describe('As it calls itself; nobody has checked it'),
    returns_to: z.string().describe('The site, or the program, that gets the answer'),
    on_this_computer: z.boolean(),
    scopes: z.array(z.enum(SCOPES)),
    days: z.number().int(),
  }),
  errors: ['unauthenticated', 'not_found'],
})

export const answerAssistantRequest = defineRoute('answerAssistantRequest', {
  summary: 'Let the assistant in, or not; the answer says where the browser goes on',
  access: 'user',
  token: false,
  fresh: true,
  params: requestParams,
  body: z.object({ allow: z.boolean() }),
  answer: z.object({ url: z.string() }),
  errors: ['unauthenticated', 'not_found', 'conflict'],
  rate: 'writes',
})
