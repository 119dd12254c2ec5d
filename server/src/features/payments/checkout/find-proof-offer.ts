import { PROOF } from '@vignette/contract/proof-limits.ts'
import type { ProofOffer } from '@vignette/contract/recipe-document.ts'
import type { Principal, TxCtx } from '../../../ctx.ts'
import { defineLock, lockFor } from '../../../platform/db/lock.ts'
import { offeredProof } from '../../workflows/index.ts'
import { countDeclines } from './count-declines.ts'
import { sumProofCost } from './sum-proof-cost.ts'

const proofBudget = defineLock(8_402_132)

export interface SaleTerms {
  proof: ProofOffer | null
  /** Why a recipe that offers proofs is charged on delivery this time. */
  why: string | null
}

/** Whether this sale is proof-first: what the recipe offers, within the day's limits of buyer and operator. */
export async function findProofOffer(
  tx: TxCtx,
  buyer: Principal,
  sold: { cost: number; proof: ProofOffer | undefined },
): Promise<SaleTerms> {
  if (!sold.proof) return { proof: null, why: null }
  const proof = offeredProof(tx, sold)
  if (!proof) return { proof: null, why: NO_BUDGET }
  if ((await countDeclines(tx, buyer)) >= PROOF.declinesPerDay)
    return { proof: null, why: DECLINED }
  if (sold.cost > 0) {
    // Serialised, so that ten checkouts at once do not all find the same rest.
    await lockFor(tx, proofBudget)
    const most = (await sumProofCost(tx)) + sold.cost * proof.draws
    if (most > tx.config.PROOF_DAILY_BUDGET_CENTS) return { proof: null, why: NO_BUDGET }
  }
  return { proof, why: null }
}

const DECLINED =
  'Three proofs were declined here today, so this run is charged when it is delivered.'
const NO_BUDGET = 'There is no proof of this recipe now: the run is charged when it is delivered.'
