/** Where cleared money comes from, as the ledger sums it. */
export interface Source {
  kind: 'sale' | 'commission' | 'free_runs' | 'adjustments'
  paymentId: string | null
  at: Date
  credited: number
  owed: number
}

/** A part of a payout: of a sale or a commission, or of what no single payment explains. */
export interface PayoutPart {
  /** `returns`: what came back of earlier payouts, and is paid again. */
  kind: Source['kind'] | 'returns'
  paymentId: string | null
  amount: number
}

/** What a payout is made of; the sum of all, `sales` to `held`, is what was paid out. */
export interface Makeup {
  /** The number of sales that are in it, and the creator's part of them before refunds. */
  salesCount: number
  sales: number
  /** What was refunded or disputed of these sales, below zero. */
  refunds: number
  commissions: number
  freeRuns: number
  adjustments: number
  returns: number
  /** What earlier payouts had paid and was refunded or disputed since, below zero. */
  owedBack: number
  /** What had cleared and stayed, below zero. */
  held: number
}

interface Unpaid extends PayoutPart {
  at: Date
  credited: number
  owed: number
}

/** The name of a source, under which its parts of earlier payouts are subtracted. */
export const nameOfPart = ({ kind, paymentId }: Pick<PayoutPart, 'kind' | 'paymentId'>): string =>
  `${kind} ${paymentId ?? ''}`

/**
 * Allots a payout over what is not paid yet. What is below zero (debts, free runs, adjustments against the
 * creator) is settled first and whole; then sources are paid in the order in which they cleared, so that
 * what is held back is the newest. Throws where money left between the look at the balance and this one: the
 * payout is then made again, of what is there.
 */
export function allot(
  sources: readonly Source[],
  paid: ReadonlyMap<string, number>,
  amount: number,
): { parts: PayoutPart[]; makeup: Makeup } {
  // What came back of a payout is no entry of a source: it counts as paid less than nothing.
  const back: Source = {
    kind: 'adjustments',
    paymentId: null,
    at: new Date(0),
    credited: 0,
    owed: 0,
  }
  const unpaid: Unpaid[] = [...sources, { ...back, kind: 'returns' as const }]
    .map((source) => ({ ...source, amount: source.owed - (paid.get(nameOfPart(source)) ?? 0) }))
    .filter((source) => source.amount !== 0)
    .toSorted(
      (a, b) =>
        Math.sign(a.amount) - Math.sign(b.amount) ||
        a.at.getTime() - b.at.getTime() ||
        ((a.paymentId ?? '') < (b.paymentId ?? '') ? -1 : 1),
    )
  const parts: PayoutPart[] = []
  let left = amount
  for (const { kind, paymentId, amount: due } of unpaid) {
    const taken = Math.min(due, left)
    if (taken === 0) continue
    parts.push({ kind, paymentId, amount: taken })
    left -= taken
  }
  if (left !== 0) throw new Error(`${left} cents of the payout are not there any more`)
  return { parts, makeup: makeUp(unpaid, amount) }
}

function makeUp(unpaid: readonly Unpaid[], amount: number): Makeup {
  const sum = (of: readonly { amount: number }[]) => of.reduce((all, each) => all + each.amount, 0)
  const ofKind = (kind: PayoutPart['kind']) => unpaid.filter((each) => each.kind === kind)
  const due = (kind: PayoutPart['kind']) => ofKind(kind).filter((each) => each.amount > 0)
  const sales = due('sale')
  // A sale that was paid in part before stands here with what is left of it.
  const fresh = sales.filter((sale) => sale.amount === sale.owed)
  const refunds = fresh.reduce((all, { credited, owed }) => all + owed - credited, 0)
  const owedBack = unpaid.filter(
    (each) => (each.kind === 'sale' || each.kind === 'commission') && each.amount < 0,
  )
  return {
    salesCount: sales.length,
    sales: sum(sales) - refunds,
    refunds,
    commissions: sum(due('commission')),
    freeRuns: sum(ofKind('free_runs')),
    adjustments: sum(ofKind('adjustments')),
    returns: sum(ofKind('returns')),
    owedBack: sum(owedBack),
    held: amount - sum(unpaid),
  }
}
