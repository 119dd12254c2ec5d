import { formatCents } from '@vignette/contract/money.ts'
import type { TxCtx } from '../../ctx.ts'
import { writeAudit } from '../moderation/index.ts'
import type { FoundCase } from './queries.ts'

/** The audit log's row of the operator's decision; a command has no admin who signed in. */
export async function recordDecision(tx: TxCtx, { row }: FoundCase): Promise<void> {
  const isGranted = row.state === 'granted'
  const words = isGranted ? [formatCents(row.granted ?? 0), row.decision] : [row.decision]
  await writeAudit(tx, {
    actorId: tx.caller.principal?.id ?? null,
    action: isGranted ? 'grant' : 'refuse',
    subjectType: 'case',
    subjectId: row.id,
    note: words.filter(Boolean).join(' '),
  })
}
