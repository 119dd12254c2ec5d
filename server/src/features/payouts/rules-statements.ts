/** The parts into which a statement divides the movements of a creator's account. */
export const PARTS = [
  'sales',
  'refunds',
  'disputes',
  'commissions',
  'free_runs',
  'payouts',
  'fees',
  'adjustments',
] as const
export type Part = (typeof PARTS)[number]

/** One movement of a creator's account. */
export interface Line {
  postingId: string
  postedAt: Date
  /** The kind of the ledger's entry. */
  posting: string
  part: Part
  recipe: string
  workflowId: string | null
  paymentId: string | null
  payoutId: string | null
  /** What the buyer paid; null where the movement is no sale. */
  buyerPaid: number | null
  sharePercent: number | null
  /** What the creator is owed more, or less. */
  amount: number
}

interface WorkflowFigures {
  workflowId: string
  name: string
  sales: number
  buyersPaid: number
  /** The creator's part of its sales, refunds and disputes. */
  amount: number
}

export interface Figures {
  /** The number of sales, and what their buyers paid. */
  salesCount: number
  buyersPaid: number
  parts: Record<Part, number>
  recipes: WorkflowFigures[]
}

export function sumLines(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

const paidIn = (lines: readonly Line[]) =>
  lines.reduce((sum, { buyerPaid }) => sum + (buyerPaid ?? 0), 0)
const salesIn = (lines: readonly Line[]) => lines.filter(({ part }) => part === 'sales').length

export function sumFigures(lines: readonly Line[]): Figures {
  const of = (part: Part) => sumLines(lines.filter((line) => line.part === part))
  const sold = lines.filter(
    ({ workflowId, part }) => workflowId !== null && part !== 'commissions' && part !== 'free_runs',
  )
  const recipes = [...Map.groupBy(sold, ({ workflowId }) => workflowId ?? '')].map(
    ([workflowId, own]) => ({
      workflowId,
      name: own.find(({ recipe }) => recipe !== '')?.recipe ?? '',
      sales: salesIn(own),
      buyersPaid: paidIn(own),
      amount: sumLines(own),
    }),
  )
  return {
    salesCount: salesIn(lines),
    buyersPaid: paidIn(lines),
    parts: {
      sales: of('sales'),
      refunds: of('refunds'),
      disputes: of('disputes'),
      commissions: of('commissions'),
      free_runs: of('free_runs'),
      payouts: of('payouts'),
      fees: of('fees'),
      adjustments: of('adjustments'),
    },
    recipes: recipes.toSorted(
      (a, b) => b.amount - a.amount || (a.workflowId < b.workflowId ? -1 : 1),
    ),
  }
}

/** UTC, `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

export function isMonth(text: string): boolean {
  return /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text)
}

/** The first moment after a month. */
export function endOf(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1))
}

export function monthAfter(month: string): string {
  return monthOf(endOf(month))
}

export function monthBefore(month: string): string {
  return monthOf(new Date(Date.parse(`${month}-01T00:00:00Z`) - 1))
}

/** Numbers of test money are marked, so that no paper of a test passes for a real one. */
export function formatNumber(book: string, series: string, count: number): string {
  return `${book === 'live' ? '' : 'TEST-'}${series}-${String(count).padStart(6, '0')}`
}
