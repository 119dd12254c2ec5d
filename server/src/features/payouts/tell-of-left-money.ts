import type { TxCtx } from '../../ctx.ts'
import { LEAVING_DAYS, tell } from '../notices/index.ts'
import { describeLeaving } from './describe-leaving.ts'
import { HOUR_MS } from './rules.ts'

/** Writes to the person who deletes an account how to reach the money that is not paid yet. */
export async function tellOfLeftMoney(tx: TxCtx, principalId: string): Promise<void> {
  const { outcome, cents } = await describeLeaving(tx, principalId)
  if (outcome !== 'paid' && outcome !== 'kept') return
  const until = new Date(tx.clock.now().getTime() + LEAVING_DAYS * 24 * HOUR_MS).toISOString()
  await tell(tx, {
    to: principalId,
    kind: 'money_left',
    subjectId: principalId,
    facts: { cents, until, principalId, ready: outcome === 'paid' },
  })
}
