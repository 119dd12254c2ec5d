import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { checkOffset, cursor, nextCursor, offset } from './paging.ts'

export const REPORT_REASONS = [
  'sexual',
  'minors',
  'non_consensual',
  'hate',
  'violence',
  'self_harm',
  'illegal',
  'impersonation',
  'copyright',
  'spam',
  'other',
] as const
export const REPORT_ACTIONS = ['hide', 'restore', 'ban', 'unban', 'dismiss'] as const

/** The types that people can report and an admin can hide. */
const REPORTED_TYPES = ['workflow', 'creation', 'collection', 'letter'] as const
export type ReportedType = (typeof REPORTED_TYPES)[number]

const reportView = z.object({
  id: z.string(),
  subject_type: z.enum(REPORTED_TYPES),
  subject_id: z.string(),
  subject_title: z.string(),
  subject_url: z.string(),
  subject_hidden: z.boolean(),
  /** The number of the claim that keeps it down, so that it is not restored here. */
  claim: z.string().nullable(),
  author_handle: z.string(),
  author_banned: z.boolean(),
  reason: z.string(),
  note: z.string(),
  source: z.enum(['visitor', 'classifier']),
  status: z.enum(['open', 'resolved', 'dismissed']),
  reports: z.number().int(),
  created_at: timestamp,
})
export type ReportView = z.infer<typeof reportView>

export const createReport = defineRoute('createReport', {
  summary: 'Report a recipe, a creation, a public collection or a creator’s letter',
  access: 'visitor',
  body: z.object({
    subject_type: z.enum(REPORTED_TYPES),
    subject_id: z.uuid(),
    reason: z.enum(REPORT_REASONS),
    note: z.string().trim().max(1000).default(''),
  }),
  answer: z.object({ id: z.string() }),
  status: 201,
  errors: ['not_found', 'validation_failed'],
  rate: 'reports',
  idempotent: true,
})

export const listReports = defineRoute('listReports', {
  summary: 'The moderation queue',
  access: 'admin',
  token: false,
  query: z
    .object({
      status: z.enum(['open', 'resolved', 'dismissed']).default('open'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      offset,
      cursor,
    })
    .superRefine(checkOffset),
  answer: z.object({
    reports: z.array(reportView),
    total: z.number().int(),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

export const actOnReport = defineRoute('actOnReport', {
  summary: 'Hide, restore, ban, unban or dismiss',
  access: 'admin',
  token: false,
  params: idParams,
  body: z.object({ action: z.enum(REPORT_ACTIONS), note: z.string().trim().max(1000).default('') }),
  answer: reportView,
  errors: ['unauthenticated', 'forbidden', 'not_found'],
  rate: 'writes',
})

/** What an operator's person may decide about a page without a report. */
export const UNREPORTED_ACTIONS = ['hide', 'restore', 'remove', 'ban', 'unban'] as const

export const decideUnreported = defineRoute('decideUnreported', {
  summary:
    'Hide, restore, ban, unban or (a recipe) remove without a report before; the author reads why',
  access: 'admin',
  token: false,
  body: z.object({
    subject_type: z.enum(REPORTED_TYPES),
    subject_id: z.uuid(),
    action: z.enum(UNREPORTED_ACTIONS),
    reason: z.enum(REPORT_REASONS).default('other'),
    note: z.string().trim().max(1000).default(''),
  }),
  answer: emptyAnswer,
  errors: ['validation_failed', 'unauthenticated', 'forbidden', 'not_found'],
  rate: 'writes',
})

const auditEntry = z.object({
  id: z.string(),
  at: timestamp,
  actor: z.string(),
  actor_email: z.string().nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  /** Of a person: the handle of today. */
  subject_handle: z.string().nullable(),
  note: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const exportAuditLog = defineRoute('exportAuditLog', {
  summary: 'The whole audit log as CSV, oldest first',
  access: 'admin',
  token: false,
  content: ['text/csv'],
  errors: ['unauthenticated', 'forbidden'],
  rate: 'exports',
})

export const listAuditLog = defineRoute('listAuditLog', {
  summary: 'What admins did, newest first',
  access: 'admin',
  token: false,
  query: z
    .object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      offset,
      cursor,
    })
    .superRefine(checkOffset),
  answer: z.object({
    entries: z.array(auditEntry),
    total: z.number().int(),
    next_cursor: nextCursor,
  }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

const creatorEntry = z.object({
  id: z.string(),
  handle: z.string(),
  email: z.string().nullable(),
  asked_at: timestamp.nullable(),
  approved_at: timestamp.nullable(),
})
export type CreatorEntry = z.infer<typeof creatorEntry>

export const listCreators = defineRoute('listCreators', {
  summary: 'Who asks for approval, the longest first, then who has it; with `who` one account',
  access: 'admin',
  token: false,
  query: z.object({
    who: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .optional()
      .describe('A handle, an e-mail address or an id'),
  }),
  answer: z.object({
    creators: z.array(creatorEntry).describe('At most 200; `who` finds any other'),
  }),
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
})

export const approveCreator = defineRoute('approveCreator', {
  summary: 'Let a creator use providers that cost the operator money, or end that',
  access: 'admin',
  token: false,
  params: idParams,
  body: z.object({ approved: z.boolean() }),
  answer: z.object({ ok: z.literal(true) }),
  errors: ['unauthenticated', 'forbidden', 'not_found'],
  rate: 'writes',
})
