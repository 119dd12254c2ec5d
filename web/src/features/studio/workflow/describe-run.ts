import { formatLongDate } from '../../../lib/dates.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'
import type { Run } from '../api.ts'

type Outcome = Run['outcome']

export const OUTCOMES: Record<Outcome, { label: string; tone: BadgeTone }> = {
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
  refused: { label: 'Refused', tone: 'warn' },
  running: { label: 'Running', tone: 'accent' },
}

/** The outcome; a proof is no delivery until its buyer keeps it. */
export function outcomeOf({ outcome, proof }: Run): { label: string; tone: BadgeTone } {
  if (!proof || outcome !== 'delivered') return OUTCOMES[outcome]
  return proof.let_go
    ? { label: 'Proof let go', tone: 'plain' }
    : { label: 'Proof shown', tone: 'accent' }
}

export const SOURCES: Record<NonNullable<Run['source']>, string> = {
  site: 'Begun on this site, in a browser',
  api: 'Begun by a program, with an access token',
  check: 'Begun by this server, to see whether it works again',
}

const timeOf = (seconds: number) =>
  seconds < 60
    ? `${seconds.toLocaleString('en-US', { maximumFractionDigits: 1 })} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

/** How a run ended, and at which step. */
export function describeRun({ outcome, step, message, seconds, proof }: Run): string {
  const at = step ? ` at “${step}”` : ''
  const after = seconds === null ? '' : ` after ${timeOf(seconds)}`
  if (outcome === 'delivered' && proof) {
    return proof.let_go
      ? 'Its buyer did not keep it, and paid nothing'
      : `Its buyer decides by ${formatLongDate(proof.decide_by)}`
  }
  if (outcome === 'delivered') return seconds === null ? 'Delivered' : `In ${timeOf(seconds)}`
  if (outcome === 'running') return step ? `Works on “${step}”` : 'Waits to start'
  if (outcome === 'cancelled') return `By its buyer${at}${after}`
  return `${message ?? 'No reason was kept'}${step ? ` (step “${step}”)` : ''}`
}
