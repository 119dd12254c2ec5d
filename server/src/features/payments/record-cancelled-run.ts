import type { TxCtx } from '../../ctx.ts'
import { networkHash } from './network-hash.ts'
import { cancelledRuns } from './tables.ts'

/** A run that costs the operator money was cancelled by its buyer. */
export async function recordCancelledRun(
  tx: TxCtx,
  paymentId: string,
  jobId: string,
): Promise<void> {
  await tx.db
    .insert(cancelledRuns)
    .values({ jobId, paymentId, network: networkHash(tx), at: tx.clock.now() })
}
