import { CLAIM_WORDS, type ClaimKind } from '@vignette/contract/claim-words.ts'
import { REPORT_DAYS } from '@vignette/contract/limits.ts'
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type ClaimObjectionRow, type ClaimRow, claimItems, claims } from '../../schema/claims.ts'
import { listOwners } from '../identity/index.ts'
import { notify, readClaimKey, signClaimKey } from '../notices/index.ts'

/** A claim, and as who it is read. */
export interface OpenedClaim {
  claim: ClaimRow
  side: 'claimant' | 'owner'
  personId: string
  key: string
}

type LinkCtx = Pick<Ctx, 'db' | 'config' | 'clock'>

/** The claim that a key opens. */
export async function findByKey(
  ctx: LinkCtx,
  number: string,
  key: string,
): Promise<OpenedClaim | undefined> {
  const { claimId, personId } = readClaimKey(ctx, key) ?? {}
  if (!claimId || !personId) return undefined
  const [claim] = await ctx.db.select().from(claims).where(eq(claims.id, claimId))
  if (claim?.number !== number) return undefined
  return { claim, side: claim.claimantId === personId ? 'claimant' : 'owner', personId, key }
}

/** For an account that comes from its feed: the claim, if a thing of this account is in it. */
export async function findByOwner(
  ctx: LinkCtx,
  number: string,
  personId: string | undefined,
): Promise<OpenedClaim | undefined> {
  if (!personId) return undefined
  const owners = await listOwners(ctx, personId)
  const [found] = await ctx.db
    .select({ claim: claims })
    .from(claims)
    .innerJoin(claimItems, eq(claimItems.claimId, claims.id))
    .where(
      and(
        eq(claims.number, number),
        inArray(claimItems.ownerId, owners),
        // Before anything was done its owner was told nothing.
        ne(claimItems.state, 'open'),
      ),
    )
    .limit(1)
  if (!found) return undefined
  const key = signClaimKey(ctx, { claimId: found.claim.id, personId }, ctx.clock.now())
  return { ...found, side: 'owner', personId, key }
}

/** The claim, locked until the transaction ends: each action on it waits here. */
export async function lockClaim(tx: TxCtx, id: string): Promise<ClaimRow> {
  const [row] = await tx.db.select().from(claims).where(eq(claims.id, id)).for('update')
  if (!row) throw new AppError('not_found', 'There is no such claim.')
  return row
}

type ClaimNews =
  | 'claim_received'
  | 'claim_acted'
  | 'claim_followed'
  | 'claim_rejected'
  | 'claim_countered'
  | 'claim_restored'

/** A letter to the claimant, where the claim names an address. */
export async function notifyClaimant(
  tx: TxCtx,
  claim: ClaimRow,
  kind: ClaimNews,
  objection?: Pick<ClaimObjectionRow, 'id' | 'text' | 'restoreAt'>,
): Promise<void> {
  const facts = {
    claimId: claim.id,
    number: claim.number,
    what: titleOf(claim.kind),
    due: claim.dueAt.toISOString(),
    statement: claim.statement,
    objection: objection?.text ?? '',
    until: objection?.restoreAt?.toISOString() ?? '',
  }
  await notify(tx, {
    to: claim.claimantId,
    kind,
    subjectId: objection?.id ?? claim.id,
    facts,
    wished: claim.email ? { address: claim.email, confirmed: false } : null,
  })
}

export const titleOf = (kind: ClaimKind) => CLAIM_WORDS[kind].title

export const sweepClaims = defineTask({
  name: 'claims.sweep',
  retryLimit: 2,
  cron: '17 5 * * *',
  run: runSweepClaims,
})

/** Of a claim that was decided long ago stays what was decided; who claimed it, and in which words, goes. */
async function runSweepClaims(ctx: Ctx): Promise<void> {
  const nothing = { places: '', work: '', reason: '', contact: '', signature: '', sworn: '' }
  await ctx.db
    .update(claims)
    .set({ ...nothing, email: null, digest: sql`${claims.id}::text` })
    .where(lt(claims.decidedAt, hoursAgo(ctx, REPORT_DAYS * 24)))
}
