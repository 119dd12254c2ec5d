export type DisputeState = 'opened' | 'won' | 'lost'

export interface Dispute {
  state: DisputeState
  amount: number
}

/** The amount that a bank holds or has kept. */
export function takenBy({ state, amount }: Dispute): number {
  return state === 'won' ? 0 : amount
}

/** True for changes that an old webhook could also report: all but the end of an open dispute. */
export function mayBeOld(ours: Dispute, theirs: Dispute): boolean {
  if (ours.amount !== theirs.amount) return true
  return ours.state !== 'opened' && ours.state !== theirs.state
}
