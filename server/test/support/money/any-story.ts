import fc from 'fast-check'
import { anyOffer, type Offer } from './offer.ts'

const BEFORE = [
  'checkout',
  'two checkouts at once',
  'pay',
  'return',
  'run',
  'fail',
  'deliver',
  'keep',
  'decline',
  'draw again',
  'release',
  'a day passes',
  'a week passes',
] as const
const ALWAYS = ['work', 'work twice at once', 'news'] as const
const AFTER = [
  'refund',
  'refund in part',
  'fail refund',
  'dispute',
  'inquiry',
  'take after inquiry',
  'win dispute',
  'lose dispute',
  'change dispute',
] as const
type Action = (typeof BEFORE | typeof ALWAYS | typeof AFTER)[number]

export interface Act {
  what: Action
  /** The index of the payment. */
  which: number
  /** An amount, or the order in which webhooks arrive. */
  amount: number
}

/** A failed run takes two actions in order, so both come twice as often. */
const RUNS = ['run', 'fail'] as const

const actsOf = (actions: readonly Action[]) =>
  fc.array(
    fc.record({
      what: fc.constantFrom(...actions),
      // Most acts are about one payment, since many take several acts in order.
      which: fc.constantFrom(0, 0, 0, 1, 2),
      amount: fc.integer({ min: 1, max: 100_000 }),
    }),
    { maxLength: 12, size: 'max' },
  )

export interface Told extends Offer {
  price: number
  /** The proofs that each sale offers. */
  draws: number
  acts: Act[]
}

/** A price below the lowest price, little above the lowest price, or any price. */
const anyPrice = fc.oneof(
  fc.integer({ min: 50, max: 150 }),
  fc.integer({ min: 150, max: 1_000 }),
  fc.integer({ min: 150, max: 100_000 }),
)

/** A sale that succeeds up to some step, then possible actions before and after the capture. */
const USUAL = ['checkout', 'pay', 'news', 'run', 'deliver', 'keep', 'work'] as const

const PASSED: Act[] = [
  { what: 'a day passes', which: 0, amount: 1 },
  { what: 'work', which: 0, amount: 1 },
]

export const anyStory = fc
  .tuple(
    fc.record({ price: anyPrice, draws: fc.constantFrom(0, 0, 1, 3) }),
    anyOffer,
    fc.nat(USUAL.length),
    actsOf([...BEFORE, ...RUNS, ...ALWAYS]),
    fc.constantFrom('sold', 'sold', 'begun', 'begun', 'lapsed'),
    actsOf([...AFTER, ...ALWAYS]),
    actsOf([...BEFORE, ...RUNS, ...ALWAYS, ...AFTER]),
  )
  .map(([{ price, draws }, offer, done, first, how, then, last]): Told => {
    const usual = (count: number) =>
      USUAL.slice(0, count).map((what) => ({ what, which: 0, amount: price }))
    return {
      ...offer,
      price,
      draws,
      acts:
        how === 'begun'
          ? [...usual(done), ...first, ...then, ...last]
          : [
              ...usual(USUAL.length - 1),
              // The hold of a card ends within a week, so the capture comes too late.
              ...(how === 'lapsed'
                ? [{ what: 'a week passes' as const, which: 0, amount: 1 }]
                : []),
              { what: 'work', which: 0, amount: price },
              ...then,
              ...last,
            ],
    }
  })

const plain = { draws: 0, launch: null, code: null }
const acts = (amount: number, ...actions: Action[]) =>
  [...USUAL, ...actions].map((what): Act => ({ what, which: 0, amount }))

/**
 * Stories that every run tells, beside the random stories: a sale in each place, and each kind of
 * lower price.
 */
export const surelyTold: Told[] = [
  ...Array.from({ length: 10 }, (_, at): Told => {
    const price = 300 + 100 * at
    return { ...plain, price, acts: acts(price) }
  }),
  { ...plain, price: 500, acts: acts(500, 'dispute', 'news', 'win dispute') },
  { ...plain, price: 500, acts: acts(500, 'dispute', 'news', 'lose dispute') },
  {
    ...plain,
    price: 500,
    acts: (['checkout', 'pay', 'news', 'run', 'fail'] as const).map((what) => ({
      what,
      which: 0,
      amount: 500,
    })),
  },
  // The bank has taken all before the refund goes out.
  { ...plain, price: 500, acts: [...acts(499, 'refund', 'dispute', 'work')] },
  { ...plain, price: 500, launch: 80, acts: acts(500) },
  ...(['percent', 'amount'] as const).map(
    (kind): Told => ({
      ...plain,
      price: 500,
      code: { kind, part: 90, total: 1, perBuyer: 1 },
      acts: [{ what: 'checkout', which: 0, amount: 500 }, ...PASSED, ...acts(500)],
    }),
  ),
]
