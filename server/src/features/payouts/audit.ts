import type { TxCtx } from '../../ctx.ts'
import { writeAudit } from '../moderation/index.ts'

interface PayoutDeed {
  action: string
  subjectType: 'hold' | 'payout' | 'payout_run' | 'adjustment'
  subjectId: string
  note?: string
}

/** The audit log's row of an operator's deed, in its transaction; a command has no admin who signed in. */
export async function recordDeed(tx: TxCtx, deed: PayoutDeed): Promise<void> {
  await writeAudit(tx, { actorId: tx.caller.principal?.id ?? null, ...deed })
}
