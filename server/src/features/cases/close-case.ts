import type { TxCtx } from '../../ctx.ts'
import { changeCase } from './change-case.ts'
import type { FoundCase } from './queries.ts'
import type { CaseRow, DecidedBy } from './tables.ts'
import { tellOfCase } from './tell-of-case.ts'

/** Closes an undecided case and tells both sides. */
export async function closeCase(
  tx: TxCtx,
  found: FoundCase,
  outcome: Pick<CaseRow, 'state' | 'decision'> &
    Partial<Pick<CaseRow, 'granted' | 'refundId'>> & { decidedBy: DecidedBy },
): Promise<FoundCase> {
  const closed = await changeCase(tx, found, {
    ...outcome,
    trouble: null,
    decidedAt: tx.clock.now(),
  })
  await tellOfCase(tx, closed)
  return closed
}
