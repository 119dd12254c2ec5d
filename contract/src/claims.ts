import { z } from 'zod'
import { CLAIM_KINDS, CLAIM_STATES } from './claim-words.ts'
import { defineRoute, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { FACE_ANSWERS } from './face-words.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'

const item = z.object({
  id: z.string(),
  subject_type: z.enum(['workflow', 'creation', 'collection', 'letter']),
  subject_title: z.string(),
  subject_url: z.string(),
  /** The file itself, of a creation; each look at a private one is written into the audit log. */
  file_url: z.string().nullable(),
  state: z.enum(['open', 'hidden', 'taken_down', 'rejected', 'restored']),
  /** What its maker said of the faces in the given photos. */
  face: z.enum(FACE_ANSWERS).nullable(),
  /** Whether other people can open it now. */
  reachable: z.boolean(),
  owner_id: z.string(),
  owner_handle: z.string(),
  owner_banned: z.boolean(),
  /** Claims of copyright that were followed against this person. */
  strikes: z.number().int(),
  /** So many that the policy for repeat infringers asks for a ban. */
  ban_due: z.boolean(),
})

const objection = z.object({
  id: z.string(),
  owner_id: z.string(),
  owner_handle: z.string(),
  text: z.string(),
  created_at: timestamp,
  /** Of a counter-notice: when all is shown again by itself. */
  restore_at: timestamp.nullable(),
  /** When the claimant said that a court is asked. */
  goes_on_at: timestamp.nullable(),
  outcome: z.enum(['upheld', 'refused']).nullable(),
  /** Whether the caller may decide: another moderator than the claim's, where there is another. */
  yours: z.boolean(),
})

const claim = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(CLAIM_KINDS),
  state: z.enum(CLAIM_STATES),
  places: z.string(),
  work: z.string(),
  reason: z.string(),
  email: z.string().nullable(),
  contact: z.string(),
  signature: z.string(),
  created_at: timestamp,
  due_at: timestamp,
  /** When all that it names is hidden by itself. */
  hide_at: timestamp.nullable(),
  decided_at: timestamp.nullable(),
  statement: z.string(),
  items: z.array(item),
  objections: z.array(objection),
})
export type ClaimView = z.infer<typeof claim>

const admin = { access: 'admin', token: false } as const
const statement = z.string().trim().min(3).max(2000)

export const listClaims = defineRoute('listClaims', {
  summary: 'Claims of rights, the one with the least time first',
  ...admin,
  query: z.object({
    show: z.enum(['waiting', 'decided']).default('waiting'),
    limit: limit(PAGE.profile),
    cursor,
  }),
  answer: z.object({ claims: z.array(claim), next_cursor: nextCursor }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

export const decideClaim = defineRoute('decideClaim', {
  summary:
    'Hide what a claim names for now, take it down, or reject the claim; both sides read the statement',
  ...admin,
  params: idParams,
  body: z.object({ action: z.enum(['hide', 'take_down', 'reject']), statement }),
  answer: claim,
  errors: ['validation_failed', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
  rate: 'writes',
})

export const decideObjection = defineRoute('decideObjection', {
  summary: 'Follow an objection to a decision, which shows all again, or refuse it',
  ...admin,
  params: idParams,
  body: z.object({ upheld: z.boolean(), statement }),
  answer: claim,
  errors: ['validation_failed', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
  rate: 'writes',
})
