import { z } from 'zod'
import { CASE_STATES } from './case-words.ts'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { JOB_STATUSES } from './jobs.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { PAYMENT_STATES } from './payments.ts'
import { PAYOUT_ACCOUNT_STATES } from './payout-words.ts'
import { STAFF_ROLES } from './staff.ts'

const admin = { access: 'admin', token: false } as const
const q = z.string().trim().max(320).default('')
const page = { limit: limit(PAGE.profile), cursor }
const note = z.string().trim().max(1000).default('')
const reason = z.string().trim().min(3).max(500)
const errors = ['unauthenticated', 'forbidden', 'not_found'] as const

export const TODAY_KINDS = [
  'claims',
  'reports',
  'objections',
  'approvals',
  'cases',
  'disputes',
  'holds',
  'resting',
  'letters',
] as const
export type TodayKind = (typeof TODAY_KINDS)[number]

export const getToday = defineRoute('getToday', {
  summary: 'What waits for the operator’s people, as far as the caller’s role reaches',
  ...admin,
  answer: z.object({
    waiting: z.array(
      z.object({
        kind: z.enum(TODAY_KINDS),
        count: z.number().int(),
        oldest_at: timestamp,
        /** The last moment for the first of them, where there is one. */
        due_at: timestamp.nullable(),
      }),
    ),
  }),
  errors: ['unauthenticated', 'forbidden'],
})

const person = z.object({
  id: z.string(),
  handle: z.string(),
  email: z.string().nullable(),
  created_at: timestamp,
  roles: z.array(z.enum(STAFF_ROLES)),
  banned_at: timestamp.nullable(),
  asked_at: timestamp.nullable(),
  approved_at: timestamp.nullable(),
  /** Makes the first catalogue; no sign-in leads to it. */
  house: z.boolean(),
})
export type PersonView = z.infer<typeof person>

export const listPeople = defineRoute('listPeople', {
  summary:
    'Accounts, newest first; `q` is part of a handle (also a past one) or of an e-mail, or an id',
  ...admin,
  query: z.object({ q, show: z.enum(['all', 'staff', 'banned']).default('all'), ...page }),
  answer: z.object({ people: z.array(person), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

const personDetails = person.extend({
  username: z.string().nullable(),
  past_usernames: z.array(z.string()),
  /** The configuration names this admin, so that the role cannot be taken away here. */
  named_admin: z.boolean(),
  creator_terms_at: timestamp.nullable(),
  creations: z.number().int(),
  sessions: z.array(
    z.object({
      kind: z.enum(['browser', 'token']),
      label: z.string(),
      last_seen_at: timestamp,
      expires_at: timestamp,
    }),
  ),
  recipes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      remixes: z.number().int(),
    }),
  ),
  /** Null where the caller's role does not reach to money. */
  money: z
    .object({
      bought: z.number().int(),
      sold: z.number().int(),
      payout_account: z.enum(PAYOUT_ACCOUNT_STATES).nullable(),
      cases: z.array(
        z.object({ id: z.string(), state: z.enum(CASE_STATES), created_at: timestamp }),
      ),
    })
    .nullable(),
})
export type PersonDetails = z.infer<typeof personDetails>

export const getPerson = defineRoute('getPerson', {
  summary: 'An account with what support needs to know of it',
  ...admin,
  params: idParams,
  answer: personDetails,
  errors,
})

export const setRoles = defineRoute('setRoles', {
  summary: 'Give somebody roles and take the others away; the last admin stays',
  ...admin,
  fresh: true,
  params: idParams,
  body: z.object({ roles: z.array(z.enum(STAFF_ROLES)).max(STAFF_ROLES.length) }),
  answer: z.object({ roles: z.array(z.enum(STAFF_ROLES)) }),
  errors: [...errors, 'conflict'],
  rate: 'writes',
})

export const banPerson = defineRoute('banPerson', {
  summary: 'Suspend an account, or end that',
  ...admin,
  fresh: true,
  params: idParams,
  body: z.object({ banned: z.boolean(), note }),
  answer: emptyAnswer,
  errors,
  rate: 'writes',
})

export const endSessions = defineRoute('endSessions', {
  summary: 'End every session and access token of an account',
  ...admin,
  params: idParams,
  body: z.object({ note }),
  answer: z.object({ ended: z.number().int() }),
  errors,
  rate: 'writes',
})

export const exportPerson = defineRoute('exportPerson', {
  summary: 'The data of an account as ZIP, for a request by letter',
  ...admin,
  fresh: true,
  params: idParams,
  body: z.object({ reason }),
  content: ['application/zip'],
  errors,
  rate: 'exports',
})

export const deletePerson = defineRoute('deletePerson', {
  summary: 'Delete an account for a request by letter, as its owner could',
  ...admin,
  fresh: true,
  params: idParams,
  body: z.object({
    reason,
    handle: z.string().max(64).describe('Again, so that no other is meant'),
  }),
  answer: z.object({
    /** What stays here for the person, such as money, and the link that the person needs for it. */
    left: z.object({ words: z.array(z.string()), link: z.string().nullable() }).nullable(),
  }),
  errors: [...errors, 'conflict'],
  rate: 'writes',
})

const waiting = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  created_at: timestamp,
  invited_at: timestamp.nullable(),
})

export const listWaitlist = defineRoute('listWaitlist', {
  summary: 'Who asked to become a creator, first come first',
  ...admin,
  query: z.object({ ...page }),
  answer: z.object({ waiting: z.array(waiting), total: z.number().int(), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

export const inviteFromWaitlist = defineRoute('inviteFromWaitlist', {
  summary: 'Write to somebody on the waitlist that there is room',
  ...admin,
  params: idParams,
  body: z.object({ again: z.boolean().default(false) }),
  answer: emptyAnswer,
  errors: [...errors, 'conflict', 'unavailable'],
  rate: 'writes',
})

export const forgetWaiting = defineRoute('forgetWaiting', {
  summary: 'Erase an address from the waitlist',
  ...admin,
  params: idParams,
  answer: emptyAnswer,
  errors,
  rate: 'writes',
})

const run = z.object({
  id: z.string(),
  status: z.enum(JOB_STATUSES),
  test: z.boolean(),
  recipe: z.string(),
  workflow_id: z.string().nullable(),
  owner_id: z.string(),
  owner_handle: z.string(),
  owner_has_account: z.boolean(),
  attempt: z.number().int(),
  percent: z.number(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  error_code: z.string().nullable(),
})
export type RunView = z.infer<typeof run>

export const listRuns = defineRoute('listRuns', {
  summary:
    'Runs, newest first; `q` is the id of a run, recipe, creation, payment or account, or a handle or e-mail',
  ...admin,
  query: z.object({ q, status: z.enum(JOB_STATUSES).optional(), ...page }),
  answer: z.object({ runs: z.array(run), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

const runDetails = run.extend({
  creation_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  progress: z.string(),
  error: z.string().nullable(),
  deadline_at: timestamp,
  wake_at: timestamp,
  in_line: z.boolean(),
  worker: z.string().nullable(),
  attempts: z.array(
    z.object({
      attempt: z.number().int(),
      worker: z.string(),
      started_at: timestamp,
      ended_at: timestamp.nullable(),
      outcome: z.string().nullable(),
    }),
  ),
  steps: z.array(
    z.object({
      step: z.string(),
      provider: z.string().nullable(),
      state: z.string(),
      tries: z.number().int(),
      cost: z.number().int(),
    }),
  ),
})
export type RunDetails = z.infer<typeof runDetails>

export const getRun = defineRoute('getRun', {
  summary: 'A run with its attempts and steps, without what the visitor typed',
  ...admin,
  params: idParams,
  answer: runDetails,
  errors,
})

export const retryRun = defineRoute('retryRun', {
  summary: 'Wake an unfinished run now',
  ...admin,
  params: idParams,
  answer: runDetails,
  errors: [...errors, 'conflict'],
  rate: 'writes',
})

export const cancelRun = defineRoute('cancelRun', {
  summary: 'Cancel an unfinished run; nothing is charged',
  ...admin,
  params: idParams,
  answer: runDetails,
  errors: [...errors, 'conflict'],
  rate: 'writes',
})

const staffPayment = z.object({
  id: z.string(),
  state: z.enum(PAYMENT_STATES),
  amount: z.number().int(),
  captured: z.number().int(),
  refunded: z.number().int(),
  disputed: z.number().int(),
  currency: z.string(),
  test_mode: z.boolean(),
  recipe: z.string(),
  workflow_id: z.string(),
  buyer_id: z.string(),
  buyer_handle: z.string(),
  buyer_has_account: z.boolean(),
  creator_id: z.string().nullable(),
  creator_handle: z.string().nullable(),
  created_at: timestamp,
})
export type StaffPayment = z.infer<typeof staffPayment>

export const listAllPayments = defineRoute('listAllPayments', {
  summary: 'Payments, newest first; `q` is an id (of the gateway too), an e-mail or a handle',
  ...admin,
  query: z.object({ q, state: z.enum(PAYMENT_STATES).optional(), ...page }),
  answer: z.object({ payments: z.array(staffPayment), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

const paymentDetails = staffPayment.extend({
  /** What became of the money and what happens next. */
  words: z.string(),
  book: z.string(),
  session_id: z.string().nullable(),
  intent_id: z.string().nullable(),
  job_id: z.string().nullable(),
  creation_id: z.string().nullable(),
  failure: z.string().nullable(),
  /** What may still be refunded, in cents. */
  refundable: z.number().int(),
  releasable: z.boolean(),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: z.number().int(),
      state: z.string(),
      by: z.string(),
      reason: z.string(),
      failure: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  disputes: z.array(z.object({ id: z.string(), amount: z.number().int(), state: z.string() })),
  events: z.array(z.object({ at: timestamp, name: z.string(), detail: z.string() })),
})
export type PaymentDetails = z.infer<typeof paymentDetails>

export const getPayment = defineRoute('getPayment', {
  summary: 'A payment with its refunds, disputes and events',
  ...admin,
  params: idParams,
  answer: paymentDetails,
  errors,
})

export const refundPayment = defineRoute('refundPayment', {
  summary: 'Refund a payment, whole or in part',
  ...admin,
  fresh: true,
  params: idParams,
  body: z.object({
    amount: z.number().int().min(1).optional().describe('Cents; absent for all that is left'),
    refundable: z.number().int().min(1).describe('What was left when the caller looked'),
    reason,
  }),
  answer: paymentDetails,
  errors: [...errors, 'payment_state', 'conflict'],
  rate: 'writes',
})

export const releaseAuthorisation = defineRoute('releaseAuthorisation', {
  summary: 'Let an unused authorisation go',
  ...admin,
  fresh: true,
  params: idParams,
  body: z.object({ note }),
  answer: paymentDetails,
  errors: [...errors, 'payment_state'],
  rate: 'writes',
})

export const listBackups = defineRoute('listBackups', {
  summary: 'The newest backups that the server made by its schedule',
  ...admin,
  answer: z.object({
    scheduled: z.boolean().describe('Whether there is a bucket for them'),
    downloadable: z.boolean().describe('Whether the server has all in its own folder'),
    backups: z
      .array(
        z.object({
          name: z.string(),
          started_at: timestamp,
          completed_at: timestamp.nullable().describe('Null while it runs, and where it failed'),
          bytes: z.number().int().nullable(),
          fault: z.string().nullable(),
        }),
      )
      .describe('Newest first, at most 20'),
  }),
  errors: ['unauthenticated', 'forbidden'],
})

export const downloadBackup = defineRoute('downloadBackup', {
  summary: 'Database, media and secret in one file of age, encrypted with the passphrase',
  ...admin,
  content: ['application/octet-stream'],
  fresh: true,
  body: z.object({ passphrase: z.string().min(20).max(200) }),
  errors: ['unauthenticated', 'forbidden', 'validation_failed', 'conflict'],
  rate: 'exports',
})

const staffWorkflow = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.string(),
  handle: z.string(),
  state: z.enum(['listed', 'unlisted', 'paused']),
  hidden: z.boolean(),
  /** Since when its runs failed so often that it starts none. */
  resting_since: timestamp.nullable(),
  resting_why: z.string().nullable(),
  gone_model: z.string().nullable().describe('What its vendor no longer offers'),
  house: z.boolean(),
  author_banned: z.boolean(),
  price: z.number().int(),
  remixes: z.number().int(),
  created_at: timestamp,
})
export type StaffWorkflow = z.infer<typeof staffWorkflow>

export const listAllWorkflows = defineRoute('listAllWorkflows', {
  summary: 'All recipes, newest first; `q` is an id, or part of a name or handle',
  ...admin,
  query: z.object({
    q,
    show: z.enum(['all', 'resting', 'hidden', 'paused', 'house']).default('all'),
    ...page,
  }),
  answer: z.object({ workflows: z.array(staffWorkflow), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

export const pauseWorkflow = defineRoute('pauseWorkflow', {
  summary: 'Pause a recipe of anybody, or list it again',
  ...admin,
  params: idParams,
  body: z.object({ paused: z.boolean(), note }),
  answer: emptyAnswer,
  errors: [...errors, 'conflict', 'validation_failed'],
  rate: 'writes',
})

const firstCatalogue = z.object({
  recipes: z.number().int(),
  /** Recipes with a sale: they stay, unlisted and paused, for their buyers. */
  sold: z.number().int(),
})

export const getFirstCatalogue = defineRoute('getFirstCatalogue', {
  summary: 'What is left of the recipes with which this server began',
  ...admin,
  answer: firstCatalogue,
  errors: ['unauthenticated', 'forbidden'],
})

export const removeFirstCatalogue = defineRoute('removeFirstCatalogue', {
  summary:
    'Take the recipes with which this server began away, with their creations and people; what was sold is paused',
  ...admin,
  fresh: true,
  body: z.object({ recipes: z.number().int().min(0).describe('How many the caller saw') }),
  answer: z.object({ removed: z.number().int(), paused: z.number().int() }),
  errors: ['unauthenticated', 'forbidden', 'conflict'],
  rate: 'writes',
})
