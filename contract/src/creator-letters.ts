import { z } from 'zod'
import { CREATOR_LETTER, findAddress, paragraphsOf } from './creator-letter-words.ts'
import { defineRoute, idParams } from './define-route.ts'
import { emailAddress, oneLine, timestamp } from './entities.ts'
import { findTrick } from './plain-text.ts'

const recipe = z.object({ id: z.string(), name: z.string() })

const sentLetter = z.object({
  id: z.string(),
  subject: z.string(),
  body: z.string(),
  workflow: recipe.nullable().describe('Null too where it is not listed any more'),
  sent_at: timestamp,
  told: z.number().int().describe('How many people got it so far'),
  state: z.enum(['sending', 'sent', 'hidden']),
})
export type SentLetter = z.infer<typeof sentLetter>

export const listCreatorLetters = defineRoute('listCreatorLetters', {
  summary: 'The letters that the caller sent to followers and buyers, and whether another can go',
  access: 'user',
  answer: z.object({
    needs: z
      .enum(['username', 'recipe'])
      .nullable()
      .describe('What the caller lacks for a letter: a username, or a listed recipe'),
    readers: z
      .number()
      .int()
      .describe(
        'Followers, and buyers who asked for letters; those who have ended them since are counted too',
      ),
    left: z.number().int().describe(`Of ${CREATOR_LETTER.most} in any ${CREATOR_LETTER.days} days`),
    next_at: timestamp.nullable().describe('When the next can go, where none is left'),
    letters: z.array(sentLetter).describe('The newest first, at most 50'),
  }),
  errors: ['unauthenticated'],
})

export const sendCreatorLetter = defineRoute('sendCreatorLetter', {
  summary: 'Send a letter to one’s followers, and to the buyers who asked for letters',
  access: 'user',
  token: false,
  body: z.object({
    subject: oneLine(CREATOR_LETTER.subjectMax).min(1).superRefine(refuseAddress),
    body: z
      .string()
      .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
      .pipe(z.string().min(1).max(CREATOR_LETTER.bodyMax).superRefine(refuseAddress))
      .superRefine((text, refusal) => {
        for (const message of new Set(paragraphsOf(text).map(findTrick))) {
          if (message) refusal.addIssue({ code: 'custom', message })
        }
      })
      .describe('Plain text; each line is a paragraph'),
    workflow_id: z.uuid().nullable().default(null).describe('A listed recipe of one’s own'),
  }),
  answer: sentLetter,
  status: 201,
  errors: ['validation_failed', 'content_refused', 'forbidden', 'unauthenticated'],
  rate: 'writes',
  idempotent: true,
})

function refuseAddress(text: string, refusal: z.core.$RefinementCtx<string>): void {
  const message = findAddress(text)
  if (message) refusal.addIssue({ code: 'custom', message })
}

export const getCreatorLetter = defineRoute('getCreatorLetter', {
  summary: 'A creator’s letter, for those who have its address',
  access: 'anyone',
  params: idParams,
  answer: z.object({
    id: z.string(),
    handle: z.string(),
    subject: z.string(),
    body: z.string(),
    workflow: recipe.nullable(),
    sent_at: timestamp,
    is_owner: z.boolean(),
  }),
  errors: ['not_found'],
})

const letterWish = z.object({
  handle: z.string().nullable().describe('The creator; null where no letters are offered'),
  state: z.enum(['off', 'asked', 'on']).describe('`asked` until the address is confirmed'),
  address: z
    .enum(['account', 'left', 'needed'])
    .describe(
      'Where they go: to the account’s, to the one left for this creation, or to a new one',
    ),
})
export type LetterWish = z.infer<typeof letterWish>

export const getLetterWish = defineRoute('getLetterWish', {
  summary: 'Whether the buyer of a creation asked for its creator’s letters',
  access: 'visitor',
  params: idParams,
  answer: letterWish,
  errors: ['not_found'],
})

export const setLetterWish = defineRoute('setLetterWish', {
  summary: 'Ask for the letters of a bought creation’s creator, or end them',
  access: 'visitor',
  params: idParams,
  body: z.object({
    on: z.boolean(),
    email: emailAddress
      .optional()
      .describe('Of a visitor; absent, the letters go to the address left for this creation'),
  }),
  answer: letterWish,
  errors: ['not_found', 'validation_failed', 'rate_limited'],
  rate: 'letters',
})

export const confirmLetters = defineRoute('confirmLetters', {
  summary: 'Confirm by the link of a letter that a creator’s letters may come to this address',
  access: 'anyone',
  body: z.object({ token: z.string().max(500) }),
  answer: z.object({ handle: z.string() }),
  errors: ['validation_failed', 'not_found'],
  rate: 'writes',
  csrf: false,
})
