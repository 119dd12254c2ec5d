import { FRESH_SIGN_IN_MINUTES } from '@vignette/contract/limits.ts'
import { mayCall, type StaffCall } from '@vignette/contract/staff.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import type { Db } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type PrincipalRow, principals } from '../../schema/identity.ts'
import { findPrincipalRow, toPrincipal } from './principal.ts'

/** The calling visitor or user; throws for a banned one. */
export function requireVisitor(ctx: Ctx): Principal {
  const { principal } = ctx.caller
  if (!principal) throw new AppError('unauthenticated', 'This call needs a visitor or a user.')
  if (principal.banned) throw accountBanned()
  return principal
}

/** The signed-in user, also a banned one, who may still read, export and delete their own data. */
export function requireUser(ctx: Ctx): Principal {
  const { principal } = ctx.caller
  if (principal?.kind !== 'user') {
    throw new AppError('unauthenticated', 'Sign in to do this.')
  }
  return principal
}

/** The signed-in user; throws for a banned one. */
export function requireActiveUser(ctx: Ctx): Principal {
  requireUser(ctx)
  return requireVisitor(ctx)
}

/** Whether the caller may make this call for the operator: by one of the caller’s roles, or as the command line. */
export function isStaff(
  { caller: { principal, via } }: Pick<Ctx, 'caller'>,
  call: StaffCall,
): boolean {
  if (via === 'command') return true
  return principal?.kind === 'user' && !principal.banned && mayCall(principal.roles, call)
}

/** The caller's id, as the audit log takes it: null for the command line, which has no account. */
export function requireStaff(ctx: Ctx, call: StaffCall): string | null {
  const id = ctx.caller.via === 'command' ? null : requireUser(ctx).id
  if (!isStaff(ctx, call)) throw notStaff()
  return id
}

export function notStaff(): AppError {
  return new AppError('forbidden', 'Only an administrator may do this.')
}

/** For an action that is graver than its call. */
export function requireFreshSignIn({ caller: { via, provenAt }, clock }: Ctx): void {
  if (via === 'command') return
  assertSignedIn(provenAt, clock.now(), FRESH_SIGN_IN_MINUTES)
}

/** Throws where the person has not signed in within these minutes. */
export function assertSignedIn(
  provenAt: Date | null | undefined,
  now: Date,
  minutes: number,
): void {
  if (provenAt && now.getTime() - provenAt.getTime() < minutes * 60_000) return
  const span = minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
  throw new AppError(
    'fresh_sign_in_required',
    `Please sign in again: this needs a sign-in of the last ${span}.`,
  )
}

export function accountBanned(): AppError {
  return new AppError('banned', 'This account was suspended for breaking the terms.')
}

export function accountDeleted(): AppError {
  return new AppError('unauthenticated', 'This account was deleted.')
}

/** `share` excludes claims, deletions and bans until the transaction ends; those take `no key update`. */
type LockStrength = 'share' | 'no key update'

const unclaimed = (strength: LockStrength) =>
  prepared((db: Db) =>
    db
      .select()
      .from(principals)
      .where(and(eq(principals.id, sql.placeholder('id')), isNull(principals.claimedBy)))
      .for(strength),
  )
const locking = { share: unclaimed('share'), 'no key update': unclaimed('no key update') }

/** The principal's acting row, locked and current: for a claimed visitor, the account's row. */
export async function lockActing(
  tx: Pick<TxCtx, 'db'>,
  id: string,
  strength: LockStrength,
): Promise<PrincipalRow | undefined> {
  const [row] = await locking[strength](tx.db).execute({ id })
  if (row) return row
  const [claimed] = await tx.db
    .select({ by: principals.claimedBy })
    .from(principals)
    .where(eq(principals.id, id))
  return claimed?.by ? lockActing(tx, claimed.by, strength) : undefined
}

/** The acting rows of these principals that no other transaction has locked, locked against claims, deletions and bans. */
export async function lockFree(
  tx: Pick<TxCtx, 'db'>,
  ids: readonly string[],
): Promise<PrincipalRow[]> {
  return tx.db
    .select()
    .from(principals)
    .where(
      and(
        sql`${principals.id} = any(${sql.param([...ids])}::uuid[])`,
        isNull(principals.claimedBy),
      ),
    )
    .orderBy(principals.id)
    .for('no key update', { skipLocked: true })
}

/**
 * The first statement of every transaction that writes things owned by its caller. Claims,
 * deletions and bans lock the same row first, so each sees all earlier writes; a later write goes
 * to the account that has claimed the visitor, or is refused.
 */
export async function lockCaller(
  tx: TxCtx,
  strength: LockStrength = 'share',
): Promise<{ owner: Principal; acting: TxCtx }> {
  const row = await lockActing(tx, requireVisitor(tx).id, strength)
  if (!row || row.deletedAt) throw accountDeleted()
  const acting = {
    ...tx,
    caller: { ...tx.caller, principal: toPrincipal(row, tx.config, tx.caller.via) },
  }
  return { owner: requireVisitor(acting), acting }
}

/** Locks the caller of what the operator may do too; null for the command line, which has no row. */
export async function lockCallerUnlessCommand(
  tx: TxCtx,
  strength?: LockStrength,
): Promise<Principal | null> {
  return tx.caller.via === 'command' ? null : (await lockCaller(tx, strength)).owner
}

/**
 * A context in which the server acts for a person, such as a workflow's owner; undefined where that
 * person is deleted, banned or claimed.
 */
export async function actFor(ctx: Ctx, principalId: string): Promise<Ctx | undefined> {
  const row = await findPrincipalRow(ctx, principalId)
  if (!row || row.deletedAt || row.bannedAt || row.claimedBy) return undefined
  return { ...ctx, caller: { ...ctx.caller, principal: toPrincipal(row, ctx.config) } }
}
