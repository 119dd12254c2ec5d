import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { acceptCreatorTerms } from '../identity/index.ts'

/**
 * Records the acceptance of today's creator terms, and refuses the acceptance of other terms; a
 * caller may accept none.
 */
export async function assertTerms(
  tx: TxCtx,
  { ownerId, accepts }: { ownerId: string; accepts: string | undefined },
): Promise<void> {
  if (accepts === undefined) return
  const isAgreed = await acceptCreatorTerms(tx, { ownerId, accepts })
  if (isAgreed && accepts === CREATOR_TERMS_VERSION) return
  const message = `The creator terms in force are those of ${CREATOR_TERMS_VERSION}.`
  throw new AppError('not_ready', message, { details: [{ path: 'creator_terms', message }] })
}
