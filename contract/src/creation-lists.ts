import { z } from 'zod'
import { creationItem, keyQuery, namedCreation } from './creations.ts'
import { defineRoute, idParams } from './define-route.ts'
import { PAGE } from './limits.ts'
import { checkOffset, cursor, limit, nextCursor, offset } from './paging.ts'

const creationList = z.object({
  creations: z.array(creationItem),
  total: z.number().int(),
  has_more: z.boolean(),
  offset: z.number().int(),
  limit: z.number().int(),
  next_cursor: nextCursor,
})

export const listWorkflowCreations = defineRoute('listWorkflowCreations', {
  summary: 'Creations of one recipe: the public ones and the caller’s own',
  access: 'anyone',
  scope: 'run',
  params: idParams,
  query: z
    .object({
      limit: limit(PAGE.creations),
      offset,
      cursor,
      public: z.enum(['true', 'false', '1', '0']).optional(),
    })
    .superRefine(checkOffset),
  answer: creationList,
  errors: ['validation_failed', 'not_found'],
})

export const listUserCreations = defineRoute('listUserCreations', {
  summary: 'A gallery: all of one’s own, the public ones of others',
  access: 'anyone',
  scope: 'run',
  params: z.object({ id: z.string().max(64) }),
  query: z
    .object({
      limit: limit(PAGE.profile),
      offset,
      cursor,
      deleted: z
        .enum(['true', '1'])
        .optional()
        .describe('Instead, those of one’s own that can still be restored'),
    })
    .superRefine(checkOffset),
  answer: z.object({
    items: z.array(namedCreation),
    nextOffset: z.number().int().nullable(),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed', 'not_found', 'forbidden'],
})

export const listPublicCreations = defineRoute('listPublicCreations', {
  summary: 'Public creations of all listed recipes, newest first',
  access: 'anyone',
  scope: 'workflows:read',
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({
    creations: z.array(namedCreation),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed'],
})

export const listRelatedCreations = defineRoute('listRelatedCreations', {
  summary: 'Public creations of any listed recipe that look like this one',
  access: 'anyone',
  scope: 'run',
  params: idParams,
  query: keyQuery,
  answer: z.object({
    creations: z.array(namedCreation).describe('At most eight, the nearest first'),
  }),
  errors: ['not_found'],
})
