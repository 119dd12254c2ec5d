import type { Scope } from '@vignette/contract/account-limits.ts'
import type { StaffRole } from '@vignette/contract/staff.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { owned } from './owned.ts'

/** An anonymous visitor or a user. Rows are never deleted, only emptied. */
export const principals = pgTable(
  'principals',
  {
    id: uuid().primaryKey(),
    kind: text().$type<'visitor' | 'user'>().notNull(),
    /** SHA-256 of the anonymous id, which is a secret. */
    anonHash: text('anon_hash').unique(),
    /** Whether the browser chose its anonymous id; if not, the browser may name one, once. */
    browserChoseId: boolean('browser_chose_id').notNull().default(false),
    username: text(),
    email: text(),
    emailVerified: boolean('email_verified').notNull().default(false),
    picture: text(),
    issuer: text(),
    subject: text(),
    /** Chosen on the development identity page; valid on loopback only. */
    developmentAdmin: boolean('development_admin').notNull().default(false),
    /** Given by an admin; those of `ADMIN_EMAILS` need none. */
    staffRoles: text('staff_roles').array().$type<StaffRole[]>(),
    approvedCreatorAt: timestamp('approved_creator_at', { withTimezone: true }),
    /** Set until an admin approves or says no. */
    askedApprovalAt: timestamp('asked_approval_at', { withTimezone: true }),
    /** The version of the creator terms that the principal accepted last. */
    creatorTerms: text('creator_terms'),
    creatorTermsAt: timestamp('creator_terms_at', { withTimezone: true }),
    bannedAt: timestamp('banned_at', { withTimezone: true }),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    claimedBy: uuid('claimed_by').references((): AnyPgColumn => principals.id),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('principals_username').on(table.username),
    uniqueIndex('principals_subject').on(table.issuer, table.subject),
    index('principals_claimed_by').on(table.claimedBy),
    index('principals_staff').on(table.id).where(sql`${table.staffRoles} is not null`),
    index('principals_creators')
      .on(table.id)
      .where(sql`${table.approvedCreatorAt} is not null or ${table.askedApprovalAt} is not null`),
    check('principals_kind', sql`${table.kind} in ('visitor', 'user')`),
    check('principals_visitor', sql`(${table.kind} = 'visitor') = (${table.anonHash} is not null)`),
    check('principals_username_form', sql`${table.username} ~ '^[a-z0-9._-]{1,64}$'`),
    check(
      'principals_identity',
      sql`case when ${table.kind} = 'user' and ${table.deletedAt} is null then ${table.issuer} is not null and ${table.subject} is not null else ${table.issuer} is null and ${table.subject} is null and ${table.username} is null and ${table.email} is null end`,
    ),
    check(
      'principals_claimed',
      sql`${table.claimedBy} is null or (${table.kind} = 'visitor' and ${table.claimedBy} <> ${table.id})`,
    ),
  ],
)
export type PrincipalRow = typeof principals.$inferSelect

/** Usernames that their owners gave up: for a year each leads to that owner and is closed to every other account. */
export const pastUsernames = pgTable(
  'past_usernames',
  {
    username: text().primaryKey(),
    principalId: uuid('principal_id')
      .notNull()
      .references(() => principals.id),
    keptUntil: timestamp('kept_until', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('past_usernames_principal').on(table.principalId),
    index('past_usernames_kept_until').on(table.keptUntil),
  ],
)
owned(pastUsernames, {
  owner: 'principalId',
  locks: 'sessions',
  claim: 'only accounts',
  deleted: 'delete',
  export: 'by identity/export-account.ts',
})

/** Sign-ins of a user: browsers, and access tokens of API clients. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    principalId: uuid('principal_id')
      .notNull()
      .references(() => principals.id),
    kind: text().$type<'browser' | 'token'>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    label: text().notNull(),
    /** What a token may do; null in browsers, and in tokens made before there were scopes. */
    scopes: text().array().$type<Scope[]>(),
    /** Of a token: the sites to which a checkout may return. */
    origins: text().array(),
    /** Of a token that an assistant got by OAuth: the one resource that it is for, and its grant. */
    audience: text(),
    grantId: text('grant_id'),
    /** Of a token: the address from which it was used last; null until it is used. */
    lastAddress: text('last_address'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the person last proved their identity to the provider, if known. */
    provenAt: timestamp('proven_at', { withTimezone: true }),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    index('sessions_principal').on(table.principalId),
    index('sessions_grant').on(table.grantId),
    check('sessions_kind', sql`${table.kind} in ('browser', 'token')`),
  ],
)
export type SessionRow = typeof sessions.$inferSelect
owned(sessions, {
  owner: 'principalId',
  locks: 'sessions',
  claim: 'only accounts',
  deleted: 'delete',
  export: 'by identity/export-account.ts',
})

export const waitlistEntries = pgTable('waitlist_entries', {
  id: uuid().primaryKey(),
  email: text().notNull().unique(),
  name: text(),
  /** When the mail server accepted the invitation. */
  invitedAt: timestamp('invited_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
