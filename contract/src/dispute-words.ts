/** An inquiry moves no money: the bank asks, and may open a dispute later. */
export const DISPUTE_STATES = ['inquiry', 'opened', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** What happens now; an appeal goes on after a loss. */
export const DISPUTE_PHASES = ['needs_response', 'under_review', 'ended', 'appealed'] as const
export type DisputePhase = (typeof DISPUTE_PHASES)[number]

/** A creator's note to the bank; erased with its file and the evidence `keptDays` after the end. */
export const NOTE = { maxLength: 4_000, fileBytes: 2 * 1024 * 1024, keptDays: 180 } as const
