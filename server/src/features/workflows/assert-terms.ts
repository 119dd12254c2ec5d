import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { termsOf } from '../../shop.ts'
import { acceptCreatorTerms } from '../identity/index.ts'
import type { Recipe } from './rules-recipe.ts'

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
  const { creators } = termsOf(tx)
  if (isAgreed && accepts === creators) return
  throw refuse(`The creator terms in force are those of ${creators}.`)
}

/** On a public server the operator sells for creators who have accepted today's terms alone. */
export function assertTermsForPrice(
  at: Pick<TxCtx, 'config' | 'origin'>,
  { price }: Pick<Recipe, 'price'>,
  accepted: string | null,
): void {
  const { creators } = termsOf(at)
  if (at.config.loopback || price === 0 || accepted === creators) return
  throw refuse(
    `A recipe with a price needs the creator terms of ${creators}. Read them at ${at.origin}/terms#creators. Accept them when you publish at ${at.origin}/workflows/create, or send "accept_creator_terms": "${creators}".`,
  )
}

function refuse(message: string): AppError {
  return new AppError('not_ready', message, { details: [{ path: 'creator_terms', message }] })
}
