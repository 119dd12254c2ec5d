import { z } from 'zod'
import { COLLECTION, SAVED_TYPES, VISIBILITIES } from './collection-limits.ts'
import { keyQuery, namedCreation } from './creations.ts'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { mediaView, oneLine, timestamp } from './entities.ts'
import { cursor, nextCursor } from './paging.ts'
import { workflowCard } from './workflows.ts'

const name = oneLine(COLLECTION.nameMax).min(1)
const visibility = z.enum(VISIBILITIES)

const listedCollection = z.object({
  id: z.string(),
  name: z.string(),
  visibility,
  items: z.number().int().describe('Saved ones, also those that can no longer be seen'),
  holds: z.boolean().describe('Whether the creation or recipe asked for is in it'),
  cover: z.array(mediaView).describe('At most four pictures of what was saved last'),
  created_at: timestamp,
})
export type ListedCollection = z.infer<typeof listedCollection>

const collectionView = z.object({
  id: z.string(),
  name: z.string(),
  visibility,
  hidden: z.boolean().describe('By the operator: only its owner and admins see it'),
  owner_handle: z.string(),
  is_owner: z.boolean(),
  secret_link: z.string().nullable().describe('For the owner, where its visibility is `link`'),
  items: z
    .array(
      z.union([
        z.object({ type: z.literal('creation'), creation: namedCreation }),
        z.object({ type: z.literal('workflow'), workflow: workflowCard }),
      ]),
    )
    .describe(
      `The last saved first, at most ${COLLECTION.items}, and only what the caller may see anyway`,
    ),
  created_at: timestamp,
})
export type CollectionView = z.infer<typeof collectionView>

export const listCollections = defineRoute('listCollections', {
  summary: 'The caller’s own collections, the newest first',
  access: 'anyone',
  query: z.object({
    cursor,
    holding: z.uuid().optional().describe('A creation or recipe, for `holds`'),
  }),
  answer: z.object({ collections: z.array(listedCollection), next_cursor: nextCursor }),
  errors: ['validation_failed'],
})

export const createCollection = defineRoute('createCollection', {
  summary: 'Begin a collection of creations and recipes',
  access: 'visitor',
  body: z.object({ name, visibility: visibility.default('private') }),
  answer: collectionView,
  status: 201,
  errors: ['validation_failed', 'content_refused', 'forbidden'],
  rate: 'writes',
})

export const getCollection = defineRoute('getCollection', {
  summary: 'One collection, with its secret key where it has a secret link',
  access: 'anyone',
  params: idParams,
  query: keyQuery,
  answer: collectionView,
  errors: ['not_found'],
})

export const updateCollection = defineRoute('updateCollection', {
  summary: 'Rename one’s own collection, or change who sees it; a new secret link ends the old one',
  access: 'visitor',
  params: idParams,
  body: z
    .object({ name, visibility })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Say what to change: name or visibility'),
  answer: collectionView,
  errors: ['validation_failed', 'not_found', 'content_refused'],
  rate: 'writes',
})

export const deleteCollection = defineRoute('deleteCollection', {
  summary: 'Delete one’s own collection; what was in it stays where it is',
  access: 'visitor',
  params: idParams,
  answer: emptyAnswer,
  errors: ['not_found'],
  rate: 'writes',
})

export const saveToCollection = defineRoute('saveToCollection', {
  summary: 'Save a creation or recipe that the caller may see; a second time changes nothing',
  access: 'visitor',
  params: idParams,
  body: z.object({ type: z.enum(SAVED_TYPES), id: z.uuid() }),
  answer: emptyAnswer,
  errors: ['validation_failed', 'not_found', 'forbidden'],
  rate: 'writes',
})

export const removeFromCollection = defineRoute('removeFromCollection', {
  summary: 'Take a creation or recipe out of one’s own collection',
  access: 'visitor',
  params: idParams.extend({ itemId: z.uuid() }),
  answer: emptyAnswer,
  errors: ['not_found'],
  rate: 'writes',
})
