import { z } from 'zod'
import { CARD_KINDS } from './card-kinds.ts'
import { defineRoute, idParams } from './define-route.ts'

export const drawCard = defineRoute('drawCard', {
  summary:
    'One’s own recipe for a post elsewhere: its sample, name and short address, as a picture or a film of six seconds',
  access: 'visitor',
  content: ['image/png', 'video/mp4'],
  scope: 'workflows:read',
  params: idParams,
  query: z.object({ kind: z.enum(CARD_KINDS) }),
  errors: [
    'validation_failed',
    'not_found',
    'forbidden',
    'conflict',
    'overloaded',
    'generation_failed',
    'rate_limited',
  ],
  rate: 'exports',
})
