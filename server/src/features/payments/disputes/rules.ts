/** An inquiry moves no money. */
export type DisputeState = 'inquiry' | 'opened' | 'won' | 'lost'
export type DisputePhase = 'needs_response' | 'under_review' | 'ended' | 'appealed'

export interface Dispute {
  state: DisputeState
  amount: number
}

export interface Stage extends Dispute {
  phase: DisputePhase
}

/** The amount that a bank holds or has kept. */
export function takenBy({ state, amount }: Dispute): number {
  return state === 'opened' || state === 'lost' ? amount : 0
}

const PHASES: readonly DisputePhase[] = ['needs_response', 'under_review', 'ended', 'appealed']

function isClosed({ state }: Dispute): boolean {
  return state === 'won' || state === 'lost'
}

/** How far a dispute has come, until a bank has decided. */
function stepOf(stage: Stage): number {
  const states = isClosed(stage) ? 2 : stage.state === 'opened' ? 1 : 0
  return states * PHASES.length + (states === 2 ? 0 : PHASES.indexOf(stage.phase))
}

/** True for changes that an old webhook could also report: all but steps on to a bank's decision. */
export function mayBeOld(ours: Stage, theirs: Stage): boolean {
  if (ours.amount !== theirs.amount) return true
  if (isClosed(ours)) return ours.state !== theirs.state || ours.phase !== theirs.phase
  return stepOf(theirs) < stepOf(ours)
}

/** What the ledger knows of a dispute: an inquiry is no dispute yet, or one without money any more. */
export function standOf({ state, amount }: Dispute) {
  return { state: state === 'inquiry' ? ('won' as const) : state, amount }
}
