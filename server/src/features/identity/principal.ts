import { ANONYMOUS_ID_PATTERN, UUID_PATTERN } from '@vignette/contract/limits.ts'
import { STAFF_ROLES, type StaffRole } from '@vignette/contract/staff.ts'
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Caller, Ctx, Principal } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { hashSecret } from '../../platform/secrets.ts'
import {
  type PrincipalRow,
  pastUsernames,
  principals,
  waitlistEntries,
} from '../../schema/identity.ts'
import { DEVELOPMENT_ISSUER, HOUSE_ISSUER, publicHandle } from './rules.ts'

type Reader = Pick<Ctx, 'db'>

/** The public fields of a principal. */
interface PublicPrincipal {
  id: string
  kind: 'visitor' | 'user'
  username: string | null
  handle: string
  picture: string | null
  banned: boolean
  deleted: boolean
  approvedCreator: boolean
}

function toPublicPrincipal(row: PrincipalRow): PublicPrincipal {
  return {
    id: row.id,
    kind: row.kind,
    username: row.username,
    handle: publicHandle(row),
    picture: row.picture,
    banned: row.bannedAt !== null,
    deleted: row.deletedAt !== null,
    approvedCreator: row.approvedCreatorAt !== null,
  }
}

const byIds = prepared((db) =>
  db
    .select()
    .from(principals)
    .where(sql`${principals.id} = any(${sql.placeholder('ids')})`),
)

export async function findPrincipals(
  ctx: Reader,
  ids: readonly string[],
): Promise<Map<string, PublicPrincipal>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(ctx.db).execute({ ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, toPublicPrincipal(row)]))
}

export async function findPrincipalRow(ctx: Reader, id: string): Promise<PrincipalRow | undefined> {
  const [row] = await ctx.db.select().from(principals).where(eq(principals.id, id))
  return row
}

const visitorByHash = prepared((db) =>
  db
    .select()
    .from(principals)
    .where(and(eq(principals.anonHash, sql.placeholder('hash')), eq(principals.kind, 'visitor'))),
)

async function findVisitor(ctx: Reader, anonymousId: string): Promise<PrincipalRow | undefined> {
  const [row] = await visitorByHash(ctx.db).execute({ hash: hashAnonymousId(anonymousId) })
  return row
}

/**
 * The visitor that an anonymous id acts as, also through an alias. `spent` once an account has
 * claimed the visitor: then only signing in gives access.
 */
export async function findActingVisitor(
  ctx: Reader,
  anonymousId: string,
): Promise<PrincipalRow | 'spent' | undefined> {
  const row = await findVisitor(ctx, anonymousId)
  const acting = row?.claimedBy ? await findPrincipalRow(ctx, row.claimedBy) : row
  if (!acting) return undefined
  return acting.kind === 'visitor' && !acting.claimedBy && !acting.deletedAt ? acting : 'spent'
}

export async function findByUsername(
  ctx: Reader,
  username: string,
): Promise<PrincipalRow | undefined> {
  const [row] = await ctx.db.select().from(principals).where(eq(principals.username, username))
  return row
}

/**
 * The row of a public id or anonymous id in a path or body. A claimed visitor's id gives the
 * account's row.
 */
export async function findByAnyId(ctx: Reader, id: string): Promise<PrincipalRow | undefined> {
  const row = UUID_PATTERN.test(id)
    ? await findPrincipalRow(ctx, id.toLowerCase())
    : isAnonymousId(id)
      ? await findVisitor(ctx, id)
      : undefined
  return row?.claimedBy ? findPrincipalRow(ctx, row.claimedBy) : row
}

/** The account with this username, else the one that gave it up within the last year. */
export async function findByHandle(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string,
): Promise<PrincipalRow | undefined> {
  const now = ctx.clock.now().toISOString()
  // A scalar, so that both sides of the `or` are looked up in an index.
  const past = sql`(select ${pastUsernames.principalId} from ${pastUsernames}
    where ${pastUsernames.username} = ${handle} and ${pastUsernames.keptUntil} > ${now}::timestamptz)`
  const isNamed = eq(principals.username, handle)
  const [row] = await ctx.db
    .select()
    .from(principals)
    .where(and(or(isNamed, eq(principals.id, past)), isNull(principals.deletedAt)))
    .orderBy(desc(sql`coalesce(${isNamed}, false)`))
    .limit(1)
  return row
}

type IdentityConfig = Pick<Ctx['config'], 'ADMIN_EMAILS' | 'signIn' | 'loopback'>

/** An admin whom the configuration names, so that no other admin can take the role away. */
export function isNamedAdmin(row: PrincipalRow, config: IdentityConfig): boolean {
  if (row.kind !== 'user' || row.deletedAt) return false
  if (row.emailVerified && row.email && config.ADMIN_EMAILS.includes(row.email.toLowerCase())) {
    return true
  }
  return (
    row.issuer === DEVELOPMENT_ISSUER &&
    row.developmentAdmin &&
    config.signIn === 'development' &&
    config.loopback
  )
}

/** Computed on each call, so that a change takes effect at once. */
export function rolesOf(row: PrincipalRow, config: IdentityConfig): readonly StaffRole[] {
  if (row.kind !== 'user' || row.deletedAt) return []
  const given = row.staffRoles ?? []
  return given.includes('admin') || isNamedAdmin(row, config) ? STAFF_ROLES : given
}

/** An access token lies on machines that run programs, so admin rights are for browser sessions only. */
export function toPrincipal(
  row: PrincipalRow,
  config: IdentityConfig,
  via?: Caller['via'],
): Principal {
  const roles = via === 'bearer' ? [] : rolesOf(row, config)
  return {
    id: row.id,
    kind: row.kind,
    username: row.username,
    email: row.email,
    banned: row.bannedAt !== null,
    approvedCreator: row.approvedCreatorAt !== null || row.issuer === HOUSE_ISSUER,
    admin: roles.includes('admin'),
    roles,
  }
}

/** The ids of the operator's people who have this role. */
export async function listStaff(
  ctx: Pick<Ctx, 'db' | 'config'>,
  role: StaffRole,
): Promise<string[]> {
  const listed = ctx.config.ADMIN_EMAILS
  const rows = await ctx.db
    .select()
    .from(principals)
    .where(
      and(
        eq(principals.kind, 'user'),
        isNull(principals.deletedAt),
        or(
          listed.length > 0 ? inArray(sql`lower(${principals.email})`, listed) : sql`false`,
          eq(principals.developmentAdmin, true),
          isNotNull(principals.staffRoles),
        ),
      ),
    )
  return rows
    .filter((row) => !row.bannedAt && rolesOf(row, ctx.config).includes(role))
    .map(({ id }) => id)
}

/** The stored form of an anonymous id. 96 random bits need no salt. */
export function hashAnonymousId(anonymousId: string): string {
  return hashSecret(anonymousId)
}

export function isAnonymousId(value: string | undefined): value is string {
  return value !== undefined && ANONYMOUS_ID_PATTERN.test(value)
}

/**
 * Whether the caller may see a closed shop: the operator's people, and accounts with an
 * address, proven by the identity provider, that INVITED_EMAILS names or that was invited from the
 * waitlist. Asked for each call, so that a name taken off the list is out at once.
 */
export async function isMember(
  ctx: Pick<Ctx, 'db' | 'config'>,
  { principal }: Pick<Caller, 'principal'>,
): Promise<boolean> {
  if (principal?.kind !== 'user' || principal.banned) return false
  const row = await findPrincipalRow(ctx, principal.id)
  if (!row || row.deletedAt) return false
  if (rolesOf(row, ctx.config).length > 0) return true
  const email = row.emailVerified ? row.email?.toLowerCase() : undefined
  if (!email) return false
  const { INVITED_EMAILS: invited } = ctx.config
  if (invited.includes(email) || invited.includes(email.slice(email.lastIndexOf('@')))) return true
  const isInvited = and(eq(waitlistEntries.email, email), isNotNull(waitlistEntries.invitedAt))
  return (await ctx.db.$count(waitlistEntries, isInvited)) > 0
}
