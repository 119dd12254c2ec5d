import { formatDay } from '@vignette/contract/dates.ts'

const HOUR_MS = 3_600_000
/** The operator reads the note and sends the evidence in the last hours. */
const OPERATOR_HOURS = 24
/** How long before its end the creator is asked for a note. */
export const NOTE_WANTED_HOURS = 72
export const UNANSWERED_HOURS = OPERATOR_HOURS
/** The time after a warning in which a dispute may still follow. */
export const WARNING_DAYS = 120

interface Stage {
  state: string
  phase: string
  dueBy: Date | null
}

interface Sent {
  state: string
  requestedAt: Date
  endedAt: Date | null
}

/** Why no evidence can be sent now, as a sentence; null where it can. */
export function whyNotSend(dispute: Stage, sent: Sent | undefined, now: Date): string | null {
  if (sent?.state === 'requested') return 'The evidence is on its way to the bank.'
  if (sent?.state === 'sent') {
    const on = formatDay((sent.endedAt ?? sent.requestedAt).toISOString())
    return `The evidence was sent on ${on}. A bank takes evidence once.`
  }
  return whyClosed(dispute, now)
}

function whyClosed({ state, phase, dueBy }: Stage, now: Date): string | null {
  if (phase === 'under_review') return 'The bank has the evidence and weighs it.'
  if (phase === 'appealed') return 'The dispute is appealed at the gateway’s own desk.'
  if (phase === 'ended' || state === 'won' || state === 'lost') return 'This dispute has ended.'
  if (dueBy && dueBy <= now) {
    return `The bank took evidence until ${formatDay(dueBy.toISOString())}; that time has passed.`
  }
  return null
}

/** Why no note can be written any more, as a sentence; null where one can. */
export function whyNoNote(dispute: Stage, sent: Sent | undefined, now: Date): string | null {
  if (sent && sent.state !== 'refused') return 'The evidence was sent; no note is added any more.'
  return whyClosed(dispute, now)
}

/** When the operator is to send the evidence: the creator's note counts until then. */
export function noteUntil({ dueBy }: Stage): Date | null {
  return dueBy && new Date(dueBy.getTime() - OPERATOR_HOURS * HOUR_MS)
}

/** The idempotency key of a sending: the next one where the gateway stored a failure with the last. */
export function evidenceKey(disputeId: string, time: number): string {
  return time === 1 ? `evidence:${disputeId}` : `evidence:${disputeId}:${time}`
}
