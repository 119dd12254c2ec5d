import { formatCents } from '@vignette/contract/money.ts'
import type { TxCtx } from '../../ctx.ts'
import type { LeftBehind } from '../identity/index.ts'
import { signLeaving } from '../notices/index.ts'
import { describeLeaving } from './describe-leaving.ts'

/** The money of an account that was just deleted, and the link to it; null where nothing is to be paid. */
export async function describeLeft(
  tx: TxCtx,
  { principalId }: { principalId: string },
): Promise<LeftBehind | null> {
  const { outcome, cents } = await describeLeaving(tx, principalId)
  if (outcome !== 'paid' && outcome !== 'kept') return null
  return {
    words: [`${formatCents(cents)} stays yours.`],
    link: signLeaving(tx, principalId, tx.clock.now()),
  }
}
