import type { TxCtx } from '../../ctx.ts'
import { writeAudit } from '../moderation/index.ts'

interface PayoutAction {
  action: string
  subjectType: 'hold' | 'payout' | 'payout_run' | 'adjustment'
  subjectId: string
  note?: string
}

/** The audit log's row of an operator's action, in its transaction; a command has no admin who signed in. */
export async function recordAction(tx: TxCtx, what: PayoutAction): Promise<void> {
  await writeAudit(tx, { actorId: tx.caller.principal?.id ?? null, ...what })
}
