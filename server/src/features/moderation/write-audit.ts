import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { auditLog } from './tables.ts'

export interface Deed {
  /** Null for a command of the operator. */
  actorId: string | null
  action: string
  subjectType: string
  subjectId: string
  note?: string
}

export async function writeAudit(tx: TxCtx, deed: Deed): Promise<void> {
  await tx.db.insert(auditLog).values({ id: newId(), at: tx.clock.now(), ...deed })
}
