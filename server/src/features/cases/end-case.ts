import type { TxCtx } from '../../ctx.ts'
import { closeCase } from './close-case.ts'
import type { FoundCase } from './queries.ts'
import type { Ending } from './rules.ts'

/** Closes an undecided case because of what happened elsewhere. */
export async function endCase(tx: TxCtx, found: FoundCase, ending: Ending): Promise<void> {
  await closeCase(tx, found, { state: 'ended', decision: ending, decidedBy: 'event' })
}
