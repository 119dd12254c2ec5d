/** The gateway's fee for a capture: a percentage and a fixed sum. */
export interface CardFee {
  basisPoints: number
  fixedCents: number
}

/**
 * What the currency of one server decides. Every amount, also where a field is named `cents`, is a whole
 * number of the currency's smallest unit: cents of a dollar, yen.
 */
export interface Money {
  /** As Stripe writes it, such as `usd`. */
  currency: string
  decimals: number
  /** How many smallest units are about one US cent: for limits and examples, never for a conversion. */
  scale: number
  /** The least that a card is charged. */
  minCents: number
  cardFee: CardFee
  /** What one US dollar costs in the currency. */
  usdRate: number
}

/** Stripe's list price in the United States; the sandbox charges the same. */
export const US_DOLLARS: Money = {
  currency: 'usd',
  decimals: 2,
  scale: 1,
  minCents: 50,
  cardFee: { basisPoints: 290, fixedCents: 30 },
  usdRate: 1,
}

let read = () => US_DOLLARS

/** The money of this server: one for the whole process, since a ledger has one currency for good. */
export function moneyHere(): Money {
  return read()
}

/** A server reads it from its configuration, a browser from its page. */
export function readMoneyFrom(source: () => Money): void {
  read = source
}

export function currencyHere(): string {
  return read().currency
}

/** As a sentence names it: “US dollars”, “euros”, “Japanese yen”. */
export function nameCurrency(): string {
  const parts = formatterOf(read(), 'name').formatToParts(2)
  return parts.find(({ type }) => type === 'currency')?.value ?? read().currency.toUpperCase()
}

/** As the label of a field names it: “dollars”, “euros”, “Japanese yen”. */
export function labelCurrency(): string {
  return read().currency === 'usd' ? 'dollars' : nameCurrency()
}

/** The same at the beginning of a line. */
export function titleCurrency(): string {
  const label = labelCurrency()
  return `${label[0]?.toUpperCase()}${label.slice(1)}`
}

/** As a price tag writes it: “$3.00”, “€3.00”, “¥300”. */
export function formatAmount(cents: number): string {
  const { decimals } = read()
  return formatterOf(read(), 'symbol').format((cents || 0) / 10 ** decimals)
}

/** As a field or a table takes it: “1234.50”, in yen “1234”. */
export function writeCents(cents: number): string {
  const { decimals } = read()
  return (cents / 10 ** decimals).toFixed(decimals)
}

/** What a vendor's US cents cost here at the operator's rate, rounded up; in dollars as they are. */
export function fromUsCents(cents: number): number {
  const { currency, decimals, usdRate } = read()
  if (currency === 'usd') return cents
  // Less than a thousandth of the unit is the rounding of a float.
  return Math.ceil((cents * usdRate * 10 ** decimals) / 100 - 0.001)
}

/** An example of a sum, which is some US cents on a server in dollars. */
export function exampleOf(usCents: number): string {
  return writeCents(usCents * read().scale)
}

/** In the words of a document's author: “111 cents”, in other currencies “111”. */
export function countCents(cents: number): string {
  return ['usd', 'eur'].includes(read().currency) ? `${cents} cents` : String(cents)
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Stripe's number of decimals decides, which for some currencies is not the usual one. */
function formatterOf(
  { currency, decimals }: Money,
  currencyDisplay: 'symbol' | 'name',
): Intl.NumberFormat {
  const key = `${currency} ${decimals} ${currencyDisplay}`
  const made =
    formatters.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
  formatters.set(key, made)
  return made
}
