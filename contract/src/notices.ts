import { z } from 'zod'
import { defineRoute, emptyAnswer } from './define-route.ts'
import { mediaView, timestamp } from './entities.ts'
import { FIRM_GROUP, LETTER_GROUPS, type LetterGroup } from './letter-groups.ts'
import { checkOffset, cursor, limit, nextCursor, offset } from './paging.ts'

const GROUPS = Object.keys(LETTER_GROUPS) as [LetterGroup, ...LetterGroup[]]

const noticeView = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  /** Whole sentences. */
  body: z.array(z.string()),
  link: z.object({ path: z.string(), label: z.string() }).nullable(),
  /** Of the creation that it tells of, while the reader owns that; of a proof the marked one. */
  picture: mediaView.nullable(),
  /** It told of a proof that waits no longer. */
  over: z.boolean(),
  read: z.boolean(),
  created_at: timestamp,
})
export type NoticeView = z.infer<typeof noticeView>

export const listNotices = defineRoute('listNotices', {
  summary: 'What the caller was told, newest first',
  access: 'user',
  query: z.object({ limit: limit(20), offset, cursor }).superRefine(checkOffset),
  answer: z.object({ notices: z.array(noticeView), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated'],
})

export const readNotices = defineRoute('readNotices', {
  summary: 'Mark a notice and all earlier ones as read',
  access: 'user',
  body: z.object({ until: z.uuid() }),
  answer: emptyAnswer,
  errors: ['validation_failed', 'unauthenticated'],
  rate: 'writes',
})

const letterSettings = z.object({
  /** What carries letters from this server; with `none` there are no letters. */
  mail: z.enum(['smtp', 'inbox', 'none']),
  /** Null where the account has no verified address. */
  address: z.string().nullable(),
  groups: z.array(
    z.object({
      group: z.enum(GROUPS),
      label: z.string(),
      /** No reader can switch these letters off. */
      firm: z.boolean(),
      on: z.boolean(),
    }),
  ),
})
export type LetterSettings = z.infer<typeof letterSettings>

export const getLetterSettings = defineRoute('getLetterSettings', {
  summary: 'Which letters the caller receives, and where',
  access: 'user',
  answer: letterSettings,
  errors: ['unauthenticated'],
})

export const updateLetterSettings = defineRoute('updateLetterSettings', {
  summary: 'Switch a group of letters on or off',
  access: 'user',
  body: z.object({ group: z.enum(GROUPS).exclude([FIRM_GROUP]), on: z.boolean() }),
  answer: letterSettings,
  errors: ['validation_failed', 'unauthenticated'],
  rate: 'writes',
})

export const unsubscribe = defineRoute('unsubscribe', {
  summary: 'Switch off the letters that the link of a letter names',
  access: 'anyone',
  body: z.object({ token: z.string().max(500) }),
  answer: z.object({ letters: z.string() }),
  errors: ['validation_failed', 'not_found'],
  rate: 'writes',
  csrf: false,
})
