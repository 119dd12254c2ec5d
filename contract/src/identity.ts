import { z } from 'zod'
import {
  DEFAULT_SCOPES,
  DEFAULT_TOKEN_DAYS,
  SCOPES,
  TOKEN_DAYS,
  TOKEN_LABEL,
  TOKEN_ORIGINS,
} from './account-limits.ts'
import { defineRoute, emptyAnswer } from './define-route.ts'
import { timestamp } from './entities.ts'
import { cursor, nextCursor } from './paging.ts'
import { STAFF_ROLES } from './staff.ts'

/** The caller's own account. Other people get `publicUser`. */
const userView = z.object({
  id: z.string(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  picture: z.string().nullable(),
  handle: z.string(),
  roles: z.array(z.enum(['user', 'creator', 'approved_creator', ...STAFF_ROLES])),
  created_at: timestamp,
  /** The version of the creator terms that was accepted last. */
  creator_terms: z.string().nullable().optional(),
  /** When approval as a creator was asked for, as long as it waits. */
  asked_approval_at: timestamp.nullable().optional(),
  counts: z.object({
    creations: z.number().int(),
    workflows: z.number().int(),
    unread_notices: z.number().int(),
  }),
})
export type UserView = z.infer<typeof userView>

const publicUser = z.object({
  id: z.string(),
  username: z.string().nullable(),
  handle: z.string(),
  picture: z.string().nullable(),
  counts: z.object({ creations: z.number().int(), workflows: z.number().int() }),
})
export type PublicUser = z.infer<typeof publicUser>

const sessionView = z.object({
  id: z.string(),
  kind: z.enum(['browser', 'token']),
  label: z.string(),
  current: z.boolean(),
  created_at: timestamp,
  last_seen_at: timestamp,
  expires_at: timestamp,
})

export const startGoogleSignIn = defineRoute('startGoogleSignIn', {
  summary: 'Where to send the browser to sign in',
  access: 'anyone',
  query: z.object({
    fresh: z
      .enum(['true'])
      .optional()
      .describe(
        'The identity provider asks for a sign-in, even where the person is signed in there',
      ),
  }),
  answer: z.object({ redirect_url: z.string() }),
  errors: ['unavailable'],
  rate: 'sign-ins',
})

export const finishGoogleSignIn = defineRoute('finishGoogleSignIn', {
  summary: 'The identity provider’s return; redirects to /auth/callback',
  access: 'anyone',
  status: 302,
})

export const getAuthMe = defineRoute('getAuthMe', {
  summary: 'The signed-in user, else 401',
  access: 'user',
  scope: 'any',
  answer: userView,
  errors: ['unauthenticated'],
})

export const getMe = defineRoute('getMe', {
  summary: 'The signed-in user, else 401',
  access: 'user',
  scope: 'any',
  answer: userView,
  errors: ['unauthenticated'],
})

export const getUser = defineRoute('getUser', {
  summary: 'What the public may know of somebody',
  access: 'anyone',
  scope: 'any',
  params: z.object({ id: z.string().max(64) }),
  answer: z.union([userView, publicUser]),
  errors: ['not_found'],
})

export const updateUser = defineRoute('updateUser', {
  summary: 'Choose a username',
  access: 'user',
  body: z.object({ username: z.string().max(200) }),
  answer: userView,
  errors: ['validation_failed', 'username_taken', 'unauthenticated'],
  rate: 'writes',
})

export const askForApproval = defineRoute('askForApproval', {
  summary: 'Ask the operator for approval as a creator',
  access: 'user',
  answer: userView,
  errors: ['unauthenticated', 'forbidden'],
  rate: 'writes',
})

export const logout = defineRoute('logout', {
  summary: 'End this session and begin a new anonymous id',
  access: 'anyone',
  answer: emptyAnswer,
  rate: 'writes',
})

export const logoutEverywhere = defineRoute('logoutEverywhere', {
  summary: 'End every session of the account',
  access: 'user',
  token: false,
  answer: emptyAnswer,
  errors: ['unauthenticated'],
  rate: 'writes',
})

export const listSessions = defineRoute('listSessions', {
  summary: 'Where one is signed in',
  access: 'user',
  token: false,
  query: z.object({ cursor }),
  answer: z.object({ sessions: z.array(sessionView), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated'],
})

export const revokeSession = defineRoute('revokeSession', {
  summary: 'End one session',
  access: 'user',
  token: false,
  params: z.object({ id: z.uuid() }),
  answer: emptyAnswer,
  errors: ['unauthenticated', 'not_found'],
  rate: 'writes',
})

const accessTokenView = z.object({
  id: z.string(),
  label: z.string(),
  /** Null for a token made before there were scopes: it may do what it could. */
  scopes: z.array(z.enum(SCOPES)).nullable(),
  /** The sites to which a checkout that it begins may return. */
  origins: z.array(z.string()),
  created_at: timestamp,
  expires_at: timestamp,
  /** To the minute; null until it is used. */
  last_used_at: timestamp.nullable(),
  /** The address from which it was used last. */
  last_address: z.string().nullable(),
})

const returnOrigin = z
  .string()
  .max(200)
  .transform((text, issue) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isOwn = url && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    const isSite = url?.protocol === 'https:' || (isOwn && url.protocol === 'http:')
    if (url && isSite && url.href === `${url.origin}/`) return url.origin
    issue.addIssue('must be an origin such as https://example.com, or http://localhost:3000')
    return z.NEVER
  })

export const createAccessToken = defineRoute('createAccessToken', {
  summary: 'A bearer token for an API client, shown once',
  access: 'user',
  example: { label: 'Render script', scopes: ['run', 'workflows:read'], days: 90 },
  token: false,
  fresh: true,
  body: z.object({
    label: z.string().trim().min(1).max(TOKEN_LABEL),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .max(SCOPES.length)
      .default(() => [...DEFAULT_SCOPES]),
    days: z.union(TOKEN_DAYS.map((days) => z.literal(days))).default(DEFAULT_TOKEN_DAYS),
    origins: z
      .array(returnOrigin)
      .max(TOKEN_ORIGINS)
      .default(() => [])
      .describe('Sites to which a checkout that the token begins may return, besides this one'),
  }),
  answer: accessTokenView.extend({ token: z.string() }),
  status: 201,
  errors: ['unauthenticated', 'conflict'],
  rate: 'writes',
})

export const listAccessTokens = defineRoute('listAccessTokens', {
  summary: 'One’s access tokens, used last first, without their secrets',
  access: 'user',
  token: false,
  query: z.object({ cursor }),
  answer: z.object({ items: z.array(accessTokenView), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated'],
})

export const revokeAccessToken = defineRoute('revokeAccessToken', {
  summary: 'End an access token at once',
  access: 'user',
  token: false,
  params: z.object({ id: z.uuid() }),
  answer: emptyAnswer,
  errors: ['unauthenticated', 'not_found'],
  rate: 'writes',
})

export const deleteAccount = defineRoute('deleteAccount', {
  summary:
    'Delete the account, its creations and personal data; the ledger stays without the person',
  access: 'user',
  token: false,
  fresh: true,
  answer: emptyAnswer.extend({
    /** What stays here for the person, such as money that is not paid yet, and the link to it. */
    left: z.object({ words: z.array(z.string()), link: z.string().nullable() }).nullable(),
  }),
  errors: ['unauthenticated'],
  rate: 'writes',
})

export const exportAccount = defineRoute('exportAccount', {
  summary: 'All of one’s data as a zip',
  access: 'user',
  content: ['application/zip'],
  token: false,
  fresh: true,
  errors: ['unauthenticated'],
  rate: 'exports',
})
