import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { LINKS_MOST, SOURCE_NAME } from './number-limits.ts'
import { numberSource } from './numbers.ts'

const named = idParams.extend({
  name: z
    .string()
    .regex(
      new RegExp(`^${SOURCE_NAME}$`),
      'must be up to 60 small letters, digits, dots, dashes and underscores, a letter or digit first',
    ),
})

const linkView = z.object({
  name: z.string().describe('The numbers call its source link: and this name'),
  path: z.string().describe('Its short address on this site'),
  ...numberSource.pick({ visits: true, visitors: true, sales: true, earned: true }).shape,
  created_at: timestamp,
})
export type LinkView = z.infer<typeof linkView>

export const listLinks = defineRoute('listLinks', {
  summary: 'The links of one’s own recipe with what each has brought, newest first',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  answer: z.object({ links: z.array(linkView).describe(`At most ${LINKS_MOST}`) }),
  errors: ['not_found', 'forbidden', 'validation_failed'],
})

export const createLink = defineRoute('createLink', {
  summary: `Name a link to one’s own recipe; ${LINKS_MOST} links for all recipes that stand`,
  access: 'visitor',
  scope: 'workflows:write',
  params: named,
  answer: emptyAnswer,
  errors: ['not_found', 'forbidden', 'validation_failed'],
  rate: 'writes',
})

export const deleteLink = defineRoute('deleteLink', {
  summary: 'Take a link off the list; its address leads on, and the numbers keep its source',
  access: 'visitor',
  scope: 'workflows:write',
  params: named,
  answer: emptyAnswer,
  errors: ['not_found', 'forbidden', 'validation_failed'],
  rate: 'writes',
})
