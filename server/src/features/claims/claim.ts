import { CLAIM_WORDS, type ClaimKind } from '@vignette/contract/claim-words.ts'
import { REPORT_DAYS } from '@vignette/contract/limits.ts'
import { eq, lt, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type ClaimRow, claims } from '../../schema/claims.ts'
import { type ClaimKeyholder, notify, readClaimKey } from '../notices/index.ts'

/** The claim that a key opens, and for whom. */
export async function findByKey(
  ctx: Pick<Ctx, 'db' | 'config' | 'clock'>,
  number: string,
  key: string,
): Promise<{ claim: ClaimRow; holder: ClaimKeyholder } | undefined> {
  const holder = readClaimKey(ctx, key)
  if (!holder) return undefined
  const [claim] = await ctx.db.select().from(claims).where(eq(claims.id, holder.claimId))
  return claim?.number === number ? { claim, holder } : undefined
}

/** A letter to whoever claims, where the claim names an address; told once of each kind. */
export async function notifyClaimant(
  tx: TxCtx,
  claim: Pick<ClaimRow, 'id' | 'number' | 'kind' | 'claimantId' | 'email' | 'dueAt' | 'statement'>,
  kind: 'claim_received',
): Promise<void> {
  await notify(tx, {
    to: claim.claimantId,
    kind,
    subjectId: claim.id,
    facts: {
      claimId: claim.id,
      number: claim.number,
      what: titleOf(claim.kind),
      due: claim.dueAt.toISOString(),
    },
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
