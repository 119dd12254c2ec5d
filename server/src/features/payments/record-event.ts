import type { TxCtx } from '../../ctx.ts'
import { paymentEvents } from './tables.ts'

export type Detail = Record<string, string | number | null>

export async function recordEvent(
  tx: TxCtx,
  paymentId: string,
  name: string,
  detail: Detail = {},
): Promise<void> {
  await tx.db.insert(paymentEvents).values({ paymentId, name, detail, at: tx.clock.now() })
}
