import { PROOF } from '@vignette/contract/proof-limits.ts'
import type { ProofOffer } from '@vignette/contract/recipe-document.ts'
import { and, count, desc, eq, gt, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../../ctx.ts'
import { defineLock, lockFor } from '../../../platform/db/lock.ts'
import { utcDayOf } from '../../../platform/time.ts'
import { payments } from '../../../schema/payments.ts'
import { workflowVersions } from '../../../schema/workflows.ts'
import { offeredProof } from '../../workflows/index.ts'
import { publicNetworkHash } from './network.ts'

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
  'Three proofs were declined here today, so this remix is charged when it is delivered.'

const NO_BUDGET = 'There is no proof of this recipe now: the remix is charged when it is delivered.'

/** The most that the day's uncharged proofs may cost; a proof without a decision counts in full. */
async function sumProofCost(tx: TxCtx): Promise<number> {
  const unpaid = sql`case
    when ${payments.state} in ('created', 'authorized', 'delivered') then ${payments.draws}
    when ${payments.state} in ('release_requested', 'released') then ${payments.proofsShown}
    else greatest(${payments.proofsShown} - 1, 0) end`
  const [row] = await tx.db
    .select({
      cents: sql<number>`coalesce(sum(${workflowVersions.cost} * ${unpaid}), 0)::int`,
    })
    .from(payments)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, payments.workflowId),
        eq(workflowVersions.version, payments.workflowVersion),
      ),
    )
    .where(
      and(
        isNotNull(payments.draws),
        gt(workflowVersions.cost, 0),
        gte(payments.createdAt, utcDayOf(tx.clock.now()).start),
      ),
    )
  return row?.cents ?? 0
}

/**
 * Counts today's sales (UTC) whose proof was declined or never answered: by the buyer, by a card of
 * the buyer or by the network, whichever count is largest.
 */
async function countDeclines(tx: TxCtx, { id }: Pick<Principal, 'id'>): Promise<number> {
  const cards = tx.db
    .select({ card: payments.card })
    .from(payments)
    .where(and(eq(payments.buyerId, id), isNotNull(payments.card)))
  const network = publicNetworkHash(tx)
  const counts = [
    await countBy(tx, eq(payments.buyerId, id), payments.buyerId),
    await countBy(tx, inArray(payments.card, cards), payments.card),
    network ? await countBy(tx, eq(payments.network, network), payments.network) : 0,
  ]
  return Math.max(...counts)
}

async function countBy(
  tx: TxCtx,
  which: SQL,
  by: typeof payments.buyerId | typeof payments.card | typeof payments.network,
): Promise<number> {
  const [row] = await tx.db
    .select({ declines: count() })
    .from(payments)
    .where(
      and(
        which,
        gt(payments.proofsShown, 0),
        inArray(payments.state, ['release_requested', 'released']),
        gte(payments.movedAt, utcDayOf(tx.clock.now()).start),
      ),
    )
    .groupBy(by)
    .orderBy(desc(count()))
    .limit(1)
  return row?.declines ?? 0
}
