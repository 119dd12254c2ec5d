import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireAdmin } from '../identity/index.ts'
import { setHold } from './set-hold.ts'

interface SetPayoutHold {
  principal_id: string
  amount?: number | undefined
  reason: string
  until?: string | undefined
}

export async function setPayoutHold(ctx: Ctx, input: SetPayoutHold): Promise<{ id: string }> {
  const admin = requireAdmin(ctx)
  const until = input.until ? new Date(input.until) : null
  if (until && until <= ctx.clock.now()) {
    const message = 'must be a time to come'
    throw new AppError('validation_failed', `until: ${message}`, {
      details: [{ path: 'until', message }],
    })
  }
  return inTransaction(ctx, async (tx) => {
    const { id } = await setHold(tx, {
      principalId: input.principal_id,
      amount: input.amount ?? null,
      code: 'operator',
      reason: input.reason,
      setBy: 'admin',
      until,
    })
    tx.afterCommit(() => tx.log.info({ adminId: admin.id, holdId: id }, 'a payout hold was set'))
    return { id }
  })
}
