import type { ProofOffer } from '@vignette/contract/recipe-document.ts'
import type { Ctx } from '../../ctx.ts'
import type { Recipe } from './rules-recipe.ts'

/** What a recipe offers here: without a budget for declined proofs, one with a cost is charged on delivery. */
export function offeredProof(
  { config }: Pick<Ctx, 'config'>,
  { proof, cost }: { proof?: ProofOffer | undefined; cost: Recipe['cost'] },
): ProofOffer | null {
  if (!proof) return null
  return cost === 0 || cost * proof.draws <= config.PROOF_DAILY_BUDGET_CENTS ? proof : null
}
