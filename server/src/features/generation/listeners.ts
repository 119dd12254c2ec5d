import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring.ts'
import { jobs, unfinished } from '../../schema/generation.ts'
import { owned } from '../../schema/owned.ts'
import { creationEvents } from '../creations/index.ts'
import { identityEvents } from '../identity/index.ts'
import { abandonJob } from './abandon-job.ts'
import { dropTests } from './sweep-tests.ts'

owned(jobs, {
  owner: 'ownerId',
  locks: 'jobs',
  // The jobs now count for the account only, not for the network.
  claim: { moveAnd: { network: null } },
  deleted: 'by generation/listeners.ts',
  stray: { rows: unfinished, banned: true },
  export: 'by generation/answers.ts',
})

/** How generation reacts to events of lower features. */
export const generationListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await cancelUnfinished(tx, principalId, 'owner')
    const tests = await tx.db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(jobs.test, isNotNull(jobs.documentHash), eq(jobs.ownerId, principalId)))
      .for('update')
    await dropTests(
      tx,
      tests.map(({ id }) => id),
    )
    await tx.db
      .update(jobs)
      .set({ inputs: sql`'{}'::jsonb`, requestKey: null, face: null })
      .where(eq(jobs.ownerId, principalId))
  }),
  creationEvents.forgotten.hear(async (tx, { creationIds }) => {
    await tx.db
      .update(jobs)
      .set({ inputs: sql`'{}'::jsonb`, requestKey: null, face: null })
      .where(inArray(jobs.creationId, creationIds))
  }),
  identityEvents.principalBanned.hear(async (tx, { principalId, banned }) => {
    if (banned) await cancelUnfinished(tx, principalId, 'operator')
  }),
]

/** Cancels the jobs of an owner who can no longer have the results, so that nothing is charged. */
async function cancelUnfinished(
  tx: TxCtx,
  ownerId: string,
  by: 'owner' | 'operator',
): Promise<void> {
  const rows = await tx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerId), unfinished))
    .for('update')
  for (const job of rows) await abandonJob(tx, job, { status: 'CANCELLED', by })
}
