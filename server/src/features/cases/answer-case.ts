import type { CaseView } from '@vignette/contract/cases.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { changeCase } from './change-case.ts'
import { caseNotFound, lockCase } from './queries.ts'
import { sideOf } from './side-of.ts'
import { tellOfTurn } from './tell-of-case.ts'
import { viewCase } from './view-case.ts'

/** The creator answers once; the operator decides from then on. */
export async function answerCase(ctx: Ctx, id: string, text: string): Promise<CaseView> {
  const found = await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const locked = await lockCase(tx, id)
    if ((await sideOf(tx, locked, owner)) !== 'creator') throw caseNotFound()
    if (locked.row.state === 'answered') {
      throw new AppError('conflict', 'You have answered this case already.')
    }
    const now = tx.clock.now()
    const answered = await changeCase(tx, locked, {
      state: 'answered',
      answer: text,
      answeredAt: now,
      operatorSince: locked.row.operatorSince ?? now,
    })
    await tellOfTurn(tx, answered)
    return answered
  })
  return viewCase(ctx, found, 'creator')
}
