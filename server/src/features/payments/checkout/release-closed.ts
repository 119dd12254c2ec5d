import type { TxCtx } from '../../../ctx.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { findClosed } from '../../workflows/index.ts'
import { requestRelease } from '../capture/request-release.ts'

/**
 * Releases a payment that was authorised after the creator's pause, or after the recipe began to
 * fail or lost its model; an earlier authorisation may still be used. The buyer of a hidden recipe learns of that on
 * the recipe's page, and releases the payment there.
 */
export async function releaseClosed(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  const closed = await findClosed(tx, payment.workflowId)
  if (closed === 'paused') return requestRelease(tx, payment, closed)
  const works = closed !== 'failing' && closed !== 'without its model'
  return works ? payment : requestRelease(tx, payment, 'failing')
}

const WORDS: Record<string, string> = {
  paused:
    'The creator paused this recipe before you had paid, so your payment was released and nothing was charged.',
  failing:
    'This recipe had stopped working before you paid, so your payment was released and nothing was charged.',
}

/** The sentence for a payment that `releaseClosed` released; undefined for every other release. */
export function describeClosed(releaser: string | undefined): string | undefined {
  return releaser === undefined ? undefined : WORDS[releaser]
}
