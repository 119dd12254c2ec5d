import type { GatewayPayment, GatewayReference } from '../spec.ts'
import { bySession, changeCheckout, type Desk, moveCheckout } from './change-checkout.ts'
import { isRepeated } from './is-repeated.ts'
import { viewCheckout } from './view-checkout.ts'

/** Lets an authorisation go, or ends an open checkout; any other checkout stays as it is. */
export function releaseCheckout(
  desk: Desk,
  { sessionId, onlyOpen }: Pick<GatewayReference, 'sessionId'> & { onlyOpen?: boolean },
  idempotencyKey: string,
): Promise<GatewayPayment> {
  return changeCheckout(desk, bySession(sessionId), async (db, checkout) => {
    await isRepeated(db, idempotencyKey, checkout.id, 'release', checkout.id)
    const end =
      checkout.state === 'authorized' && !onlyOpen
        ? ({ state: 'released', event: 'payment_intent.canceled' } as const)
        : checkout.state === 'open'
          ? ({ state: 'expired', event: 'checkout.session.expired' } as const)
          : undefined
    if (!end) return viewCheckout(db, checkout)
    const ended = await moveCheckout(desk, db, checkout, { state: end.state }, end.event)
    return viewCheckout(db, ended)
  })
}
