import { type CardFee, type Money, US_DOLLARS } from './currency.ts'

/**
 * Stripe's currencies with 0 or 2 decimals (https://docs.stripe.com/currencies), by how many of their
 * smallest units are about one US cent. Rough on purpose: limits grow with it, and no sum is converted by it.
 */
const TWO_DECIMALS: Record<number, string> = {
  1: 'usd eur gbp chf cad aud nzd sgd bmd bsd pab bnd fkp gip shp kyd',
  2: 'awg ang bam bgn azn bbd bzd fjd gel top wst xcd byn',
  5: 'aed brl cny dkk hkd ils myr pen pgk pln qar ron sar bob gtq mop ttd',
  10: 'bwp mad nok sbd scr sek tjs mvr',
  20: 'czk mxn szl zar nad lsl mdl hnl sle zmw',
  50: 'egp srd uyu mur thb try uah nio php mkd gmd dop mzn afn',
  100: 'cve inr kgs etb all rsd bdt npr htg dzd kes rub',
  200: 'jmd lkr lrd gyd pkr yer',
  500: 'amd kzt crc sos',
  1000: 'aoa ars mwk ngn mmk mnt tzs cdf khr cop idr uzs lak lbp std',
}
const NO_DECIMALS: Record<number, string> = {
  1: 'jpy vuv xpf',
  2: 'djf',
  5: 'kmf xaf xof',
  10: 'clp krw rwf',
  20: 'bif',
  50: 'mga',
  100: 'gnf pyg',
  200: 'vnd',
}

/** The least that Stripe charges, where it is not 50 times as much as a US cent. */
const LEAST: Partial<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  brl: 50,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  inr: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
}

/** Stripe's list prices for cards of the same country; the operator's own contract may say another. */
const CARD_FEES: Partial<Record<string, CardFee>> = {
  eur: { basisPoints: 150, fixedCents: 25 },
  gbp: { basisPoints: 150, fixedCents: 20 },
  jpy: { basisPoints: 360, fixedCents: 0 },
}

const REFUSED: Record<string, string> = {
  ...by('bhd jod kwd omr tnd', 'has three decimals, and this server counts with two or none'),
  ...by(
    'huf isk twd ugx',
    'is paid by cards with two decimals and paid out without, so that sums would not fit',
  ),
}

/** Why no server can sell in the currency, as the end of a sentence; undefined where it can. */
export function whyNotCurrency(currency: string): string | undefined {
  if (find(currency)) return undefined
  const name = currency.toUpperCase()
  const why = REFUSED[currency]
  return why
    ? `is ${name}, which ${why}`
    : 'must be one of Stripe’s currencies with two decimals or none, such as usd, eur, gbp, jpy'
}

/** The money of a server that sells in one of the currencies. */
export function moneyOf(
  currency: string,
  given: { feePercent?: number; feeFixedCents?: number; usdRate?: number } = {},
): Money {
  const found = find(currency)
  if (!found) throw new Error(`no server sells in ${currency}`)
  const { decimals, scale } = found
  const fee = CARD_FEES[currency] ?? {
    basisPoints: US_DOLLARS.cardFee.basisPoints,
    fixedCents: US_DOLLARS.cardFee.fixedCents * scale,
  }
  return {
    currency,
    decimals,
    scale,
    minCents: LEAST[currency] ?? US_DOLLARS.minCents * scale,
    cardFee: {
      basisPoints:
        given.feePercent === undefined ? fee.basisPoints : Math.round(given.feePercent * 100),
      fixedCents: given.feeFixedCents ?? fee.fixedCents,
    },
    usdRate: given.usdRate ?? 1,
  }
}

function find(currency: string): { decimals: number; scale: number } | undefined {
  for (const [decimals, table] of [
    [2, TWO_DECIMALS],
    [0, NO_DECIMALS],
  ] as const) {
    const row = Object.entries(table).find(([, names]) => names.split(' ').includes(currency))
    if (row) return { decimals, scale: Number(row[0]) }
  }
  return undefined
}

function by(names: string, why: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, why]))
}
