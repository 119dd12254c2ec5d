import type { PersonDetails, PersonView, listPeople as route } from '@vignette/contract/console.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { mayCall } from '@vignette/contract/staff.ts'
import { and, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { cases } from '../../schema/cases.ts'
import { creations } from '../../schema/creations.ts'
import { type PrincipalRow, pastUsernames, principals, sessions } from '../../schema/identity.ts'
import { payments } from '../../schema/payments.ts'
import { payoutAccounts } from '../../schema/payouts.ts'
import { workflows } from '../../schema/workflows.ts'
import {
  isLivingOf,
  isNamedAdmin,
  isOfHouse,
  listOwners,
  publicHandle,
  requireStaff,
  rolesOf,
} from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'

type Wanted = z.output<(typeof route)['query']>

export async function listPeople(
  ctx: Ctx,
  { q, show, ...place }: Wanted,
): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listPeople')
  const list = {
    name: ['people', q, show],
    columns: [principals.createdAt, principals.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { offset: 0, ...place }, (at) =>
    ctx.db
      .select({ row: principals, house: isOfHouseColumn, key: at.key })
      .from(principals)
      .where(and(isAccount, q ? isFoundBy(q) : undefined, shown(ctx, show), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return { people: rows.map(({ row, house }) => viewPerson(ctx, row, house)), next_cursor }
}

const isAccount = and(eq(principals.kind, 'user'), isNull(principals.deletedAt))
const isOfHouseColumn = sql<boolean>`coalesce(${isOfHouse}, false)`

function shown({ config }: Ctx, show: Wanted['show']): SQL | undefined {
  if (show === 'banned') return isNotNull(principals.bannedAt)
  if (show === 'all') return undefined
  return or(
    isNotNull(principals.staffRoles),
    eq(principals.developmentAdmin, true),
    config.ADMIN_EMAILS.length > 0
      ? inArray(sql`lower(${principals.email})`, config.ADMIN_EMAILS)
      : undefined,
  )
}

/** `strpos` knows no wildcards: a percent sign finds a percent sign. */
const holds = (column: SQL, text: string) => sql`strpos(${column}, ${text}) > 0`

/** The letters of a handle that was made up, as `publicHandle` makes them of the id's hash. */
const madeUp = sql`(select string_agg(chr(97 + get_byte(digest, place) % 26), '' order by place)
  from generate_series(0, 5) place,
    (select sha256('handle'::bytea || '\\x00'::bytea || convert_to(${principals.id}::text, 'UTF8')) as digest) made)`

/** A condition on `principals`: part of a handle, also of one given up, or of an e-mail address, or an id. */
export function isFoundBy(q: string): SQL | undefined {
  const text = q.toLowerCase().replace(/^@/, '')
  if (UUID_PATTERN.test(text)) {
    return sql`${principals.id} in (${text}::uuid, (select claimed_by from principals where id = ${text}::uuid))`
  }
  const guest = /^guest-([a-z]{1,6})$/.exec(text)?.[1]
  if (guest) return and(isNull(principals.username), sql`starts_with(${madeUp}, ${guest})`)
  return or(
    holds(sql`${principals.username}`, text),
    holds(sql`lower(${principals.email})`, text),
    sql`${principals.id} in (select ${pastUsernames.principalId} from ${pastUsernames} where ${holds(sql`${pastUsernames.username}`, text)})`,
  )
}

const iso = (at: Date | null) => at?.toISOString() ?? null

function viewPerson({ config }: Ctx, row: PrincipalRow, house: boolean): PersonView {
  return {
    id: row.id,
    handle: publicHandle(row),
    email: row.email,
    created_at: row.createdAt.toISOString(),
    roles: [...rolesOf(row, config)],
    banned_at: iso(row.bannedAt),
    asked_at: iso(row.askedApprovalAt),
    approved_at: iso(row.approvedCreatorAt),
    house,
  }
}

const MOST = 50

export async function getPerson(ctx: Ctx, id: string): Promise<PersonDetails> {
  requireStaff(ctx, 'getPerson')
  const [found] = await ctx.db
    .select({ row: principals, house: isOfHouseColumn })
    .from(principals)
    .where(and(isAccount, eq(principals.id, id)))
  if (!found) throw new AppError('not_found', 'There is no such account.')
  const { row, house } = found
  const owners = await listOwners(ctx, id)
  const past = await ctx.db.select().from(pastUsernames).where(eq(pastUsernames.principalId, id))
  const open = await ctx.db
    .select()
    .from(sessions)
    .where(isLivingOf(ctx, id))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(MOST)
  const recipes = await ctx.db
    .select()
    .from(workflows)
    .where(and(inArray(workflows.ownerId, owners), isNull(workflows.deletedAt)))
    .orderBy(desc(workflows.createdAt))
    .limit(MOST)
  const made = await ctx.db.$count(
    creations,
    and(
      inArray(creations.ownerId, owners),
      isNotNull(creations.deliveredAt),
      isNull(creations.deletedAt),
    ),
  )
  return {
    ...viewPerson(ctx, row, house),
    username: row.username,
    past_usernames: past.map(({ username }) => username),
    named_admin: isNamedAdmin(row, ctx.config),
    creator_terms_at: iso(row.creatorTermsAt),
    creations: made,
    sessions: open.map(({ kind, label, lastSeenAt, expiresAt }) => ({
      kind,
      label,
      last_seen_at: lastSeenAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
    recipes: recipes.map((recipe) => ({
      id: recipe.id,
      name: recipe.name,
      state: recipe.hiddenAt ? 'hidden' : recipe.failingAt ? 'resting' : recipe.state,
      remixes: recipe.remixCount,
    })),
    money: mayReadMoney(ctx) ? await readMoney(ctx, id, owners) : null,
  }
}

function mayReadMoney({ caller: { via, principal } }: Ctx): boolean {
  return via === 'command' || mayCall(principal?.roles ?? [], 'listAllPayments')
}

async function readMoney(
  ctx: Ctx,
  id: string,
  owners: string[],
): Promise<NonNullable<PersonDetails['money']>> {
  const taken = sql`${payments.state} in ('captured', 'captured_undelivered')`
  const [sums] = await ctx.db
    .select({
      bought: count(sql`case when ${inArray(payments.buyerId, owners)} then 1 end`),
      sold: count(sql`case when ${inArray(payments.creatorId, owners)} then 1 end`),
    })
    .from(payments)
    .where(and(taken, or(inArray(payments.buyerId, owners), inArray(payments.creatorId, owners))))
  const [account] = await ctx.db
    .select({ state: payoutAccounts.state })
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.principalId, id), eq(payoutAccounts.book, currentBook(ctx))))
    .orderBy(desc(payoutAccounts.changedAt))
    .limit(1)
  const open = await ctx.db
    .select({ id: cases.id, state: cases.state, createdAt: cases.createdAt })
    .from(cases)
    .innerJoin(payments, eq(payments.id, cases.paymentId))
    .where(or(inArray(payments.buyerId, owners), inArray(cases.creatorId, owners)))
    .orderBy(desc(cases.id))
    .limit(MOST)
  return {
    bought: sums?.bought ?? 0,
    sold: sums?.sold ?? 0,
    payout_account: account?.state ?? null,
    cases: open.map((one) => ({ ...one, created_at: one.createdAt.toISOString() })),
  }
}
