import type { CodeKind, CodeState } from '@vignette/contract/code-limits.ts'
import { formatCents } from '@vignette/contract/money.ts'

/** The fields of a code that the rules read. */
interface Code {
  code: string
  kind: CodeKind
  /** Percent, or cents; null for free runs. */
  value: number | null
  from: Date | null
  until: Date | null
  total: number | null
  state: 'draft' | 'active' | 'stopped'
}

/** What a code leaves of the full price; never less than the lowest price here. */
export function reducedPrice(
  { kind, value }: Pick<Code, 'kind' | 'value'>,
  { full, lowest }: { full: number; lowest: number },
): number {
  if (kind === 'free') return 0
  const off = kind === 'percent' ? Math.floor((full * (value ?? 0)) / 100) : (value ?? 0)
  return Math.max(lowest, full - off)
}

/** The reduction in words, for paywall and checkout. */
export function describeReduction(
  { code, kind, value }: Pick<Code, 'code' | 'kind' | 'value'>,
  { full, lowest }: { full: number; lowest: number },
): string {
  if (kind === 'free') return `Code ${code}: a free remix instead of ${formatCents(full)}.`
  const off = kind === 'percent' ? `${value}% off` : `${formatCents(value ?? 0)} off`
  const bound = reducedPrice({ kind, value }, { full, lowest })
  const free = reducedPrice({ kind, value }, { full, lowest: 0 })
  const least = bound > free ? ', down to the lowest price here' : ''
  return `Code ${code}: ${off} the full price of ${formatCents(full)}${least}.`
}

/** The state of a code as its creator sees it. */
export function stateOf(
  { state, until, total }: Pick<Code, 'state' | 'until' | 'total'>,
  uses: number,
  now: Date,
): CodeState {
  if (state !== 'active') return state
  if (total !== null && uses >= total) return 'used_up'
  return until !== null && until <= now ? 'ended' : 'active'
}

/** Why the code's state or days close it to all buyers now; undefined where they do not. */
export function whyNot(
  { code, state, from, until }: Pick<Code, 'code' | 'state' | 'from' | 'until'>,
  now: Date,
): string | undefined {
  if (state === 'draft') return `There is no code ${code} for this recipe.`
  if (state === 'stopped') return `The code ${code} was stopped by its creator.`
  if (from !== null && from > now) return `The code ${code} does not hold yet.`
  if (until !== null && until <= now) return `The code ${code} has ended.`
  return undefined
}
