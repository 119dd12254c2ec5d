import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { CommandError } from '../../command.ts'
import type { Ctx } from '../../ctx.ts'
import { findPayment } from './queries.ts'
import type { PaymentRow } from './tables.ts'

/** The payment that an operator's command names. */
export async function requirePayment(ctx: Ctx, id: string | undefined): Promise<PaymentRow> {
  const payment = id && UUID_PATTERN.test(id) ? await findPayment(ctx, id) : undefined
  if (!payment) throw new CommandError('Name a payment by its id; `payments list` shows them.')
  return payment
}
