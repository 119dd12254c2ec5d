import type { CaseView } from '@vignette/contract/cases.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller, requireAdmin } from '../identity/index.ts'
import { closeCase } from './close-case.ts'
import { lockCase } from './queries.ts'
import { recordDecision } from './record-decision.ts'
import { viewCase } from './view-case.ts'

/** The operator decides that nothing is given back. */
export async function refuseCase(ctx: Ctx, id: string, reason: string): Promise<CaseView> {
  requireAdmin(ctx)
  const found = await inTransaction(ctx, async (tx) => {
    await lockCaller(tx)
    const refused = await closeCase(tx, await lockCase(tx, id), {
      state: 'refused',
      decision: reason,
      decidedBy: 'operator',
    })
    await recordDecision(tx, refused)
    return refused
  })
  return viewCase(ctx, found, 'operator')
}
