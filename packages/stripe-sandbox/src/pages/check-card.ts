import type { Later } from '../objects.ts'

export interface CardForm {
  number: string
  expiry: string
  cvc: string
  /** Where the buyer lives, which a taxed checkout asks for. */
  country: string
}

export type Verdict =
  | { accepted: true; later: Later | null }
  | { accepted: false; field: keyof CardForm | null; message: string }

/** Stripe's test numbers, as https://docs.stripe.com/testing lists them. */
const ACCEPTED: Record<string, Later | null> = {
  '4242424242424242': null,
  '4000056655665556': null,
  '5555555555554444': null,
  '2223003122003222': null,
  '5200828282828210': null,
  '378282246310005': null,
  '371449635398431': null,
  '6011111111111117': null,
  '3056930009020004': null,
  '3566002020360505': null,
  '4000000000000077': null,
  '4000000000000259': 'dispute',
  '4000000000002685': 'dispute_not_received',
  '4000000000001976': 'inquiry',
  '4000000000005423': 'fraud_warning',
  '4000000000007726': 'refund_pending',
  '4000000000005126': 'refund_fails',
}
const DECLINED: Record<string, string> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
  '4000000000009987': 'Your card was declined.',
  '4000000000009979': 'Your card was declined.',
  '4000000000000069': 'Your card has expired.',
  '4000000000000127': 'Your card’s security code is incorrect.',
  '4000000000000119': 'An error occurred while processing your card. Try again in a little bit.',
}

export function refuse(field: keyof CardForm | null, message: string): Verdict {
  return { accepted: false, field, message }
}

/** The digits of the card number, without spaces and dashes. */
export function cardNumber({ number }: Pick<CardForm, 'number'>): string {
  return number.replace(/[\s-]/g, '')
}

export function checkCard(form: CardForm, now: Date): Verdict {
  const number = cardNumber(form)
  if (number === '') return refuse('number', 'Enter a card number.')
  if (!/^\d+$/.test(number)) return refuse('number', 'Your card number is invalid.')
  if (number.length < 13) return refuse('number', 'Your card number is incomplete.')
  if (number.length > 19 || !passesLuhn(number)) {
    return refuse('number', 'Your card number is invalid.')
  }
  const expiry = checkExpiry(form.expiry, now)
  if (expiry) return refuse('expiry', expiry)
  const digits = /^3[47]/.test(number) ? 4 : 3
  if (!new RegExp(`^\\d{${digits}}$`).test(form.cvc.trim())) {
    return refuse('cvc', 'Your card’s security code is incomplete.')
  }
  const declined = DECLINED[number]
  if (declined) return refuse(null, declined)
  const later = ACCEPTED[number]
  if (later === undefined) {
    return refuse(
      'number',
      'Your card was declined. This is a test checkout, and this is no test card.',
    )
  }
  return { accepted: true, later }
}

function checkExpiry(text: string, now: Date): string | null {
  const match = /^(\d{1,2})[/-]?(\d{2}|20\d{2})$/.exec(text.replace(/\s/g, ''))
  const month = Number(match?.[1])
  if (!match || month < 1 || month > 12) return 'Your card’s expiration date is incomplete.'
  const year = Number(match[2]?.slice(-2)) + 2000
  // A card is valid until the last day of its month.
  const past = Date.UTC(year, month, 1) <= now.getTime()
  return past ? 'Your card’s expiration date is in the past.' : null
}

function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [index, digit] of number.split('').toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
