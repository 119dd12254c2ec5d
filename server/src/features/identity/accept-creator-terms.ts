import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { findAcceptedTerms } from './find-accepted-terms.ts'
import { principals } from './tables.ts'

/** Whether the owner, whose row is locked, has accepted today's creator terms; records an acceptance. */
export async function acceptCreatorTerms(
  tx: TxCtx,
  { ownerId, accepts }: { ownerId: string; accepts: string | undefined },
): Promise<boolean> {
  if ((await findAcceptedTerms(tx, ownerId)) === CREATOR_TERMS_VERSION) return true
  if (accepts !== CREATOR_TERMS_VERSION) return false
  await tx.db
    .update(principals)
    .set({ creatorTerms: accepts, creatorTermsAt: tx.clock.now() })
    .where(eq(principals.id, ownerId))
  return true
}
