import { signature } from '../../../platform/secrets.ts'
import { announce, bySession, changeCheckout, type Desk, moveCheckout } from './change-checkout.ts'
import { type CardForm, cardNumber, checkCard, refuse, type Verdict } from './check-card.ts'
import { computeTaxes, TAX_PLACES } from './tax-places.ts'

const AUTHORISATION_MS = 7 * 86_400_000

/** Authorises a card, which the desk's secret turns into a hash. */
export function payCheckout(
  desk: Desk & { secret: string },
  sessionId: string,
  card: CardForm,
): Promise<Verdict | 'closed'> {
  const { clock } = desk
  return changeCheckout(
    desk,
    bySession(sessionId),
    async (db, checkout): Promise<Verdict | 'closed'> => {
      if (checkout.state !== 'open') return 'closed'
      const place = TAX_PLACES.find(({ code }) => code === card.country)
      const verdict =
        checkout.taxed && !place
          ? refuse('country', 'Choose a country.')
          : checkCard(card, clock.now())
      if (!verdict.accepted) {
        await announce(desk, db, checkout.id, 'payment_intent.payment_failed')
        return verdict
      }
      await moveCheckout(
        desk,
        db,
        checkout,
        {
          state: 'authorized',
          later: verdict.later,
          taxes: checkout.taxed && place ? computeTaxes(checkout.amount, place) : [],
          card: signature(desk.secret, 'sandbox card', cardNumber(card)),
          captureBefore: new Date(clock.now().getTime() + AUTHORISATION_MS),
        },
        'checkout.session.completed',
      )
      return verdict
    },
  )
}
