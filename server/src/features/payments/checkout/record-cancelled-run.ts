import type { TxCtx } from '../../../ctx.ts'
import { networkHash } from './network-hash.ts'
import { cancelledRuns } from './tables.ts'

/** Counts a run that its buyer cancelled and that cost the operator money or time. */
export async function recordCancelledRun(
  tx: TxCtx,
  paymentId: string,
  jobId: string,
): Promise<void> {
  await tx.db
    .insert(cancelledRuns)
    .values({ jobId, paymentId, network: networkHash(tx), at: tx.clock.now() })
}
