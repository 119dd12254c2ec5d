import type { TxCtx } from '../../ctx.ts'
import { tell } from '../notices/index.ts'
import { describePayment } from '../payments/index.ts'
import { getRecipe } from '../workflows/index.ts'
import { isRemix, type JobRow } from './tables.ts'

type ToldEnding =
  | { kind: 'creation_ready' | 'creation_in_review' | 'proof_ready' }
  | { failed: string }

/** The owner of a shorter run has probably watched its end. */
const WATCHED_MS = 60_000

/** Tells the owner how a remix ended and what became of the money; a test's creator has watched its end. */
export async function tellEnding(tx: TxCtx, job: JobRow, ending: ToldEnding): Promise<void> {
  if (!isRemix(job)) return
  const { ownerId, creationId, workflowId, workflowVersion, paymentId } = job
  const news = {
    to: ownerId,
    subjectId: job.id,
    about: [creationId, paymentId],
    quiet: tx.clock.now().getTime() - job.createdAt.getTime() < WATCHED_MS,
  }
  const describe = async () => {
    const recipe = await getRecipe(tx, workflowId, workflowVersion)
    const money = paymentId ? await describePayment(tx, paymentId) : 'This run was free.'
    return { recipe: recipe.name, workflowId, creationId, money }
  }
  if ('failed' in ending) {
    const facts = async () => ({ ...(await describe()), reason: ending.failed })
    await tell(tx, { ...news, kind: 'creation_failed', facts })
  } else await tell(tx, { ...news, kind: ending.kind, facts: describe })
}
