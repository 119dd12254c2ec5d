import type { CaseState } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

const STATES: Record<CaseState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'warn' },
  answered: { label: 'Answered', tone: 'warn' },
  granted: { label: 'Granted', tone: 'good' },
  refused: { label: 'Refused', tone: 'plain' },
  withdrawn: { label: 'Taken back', tone: 'plain' },
  ended: { label: 'Closed', tone: 'plain' },
}

export function describeState({ state }: Pick<CaseView, 'state'>) {
  return STATES[state]
}

/** The age of a case in words, for those who should not let it wait. */
export function describeAge(since: string, now: Date): string {
  const hours = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 3_600_000))
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? 'one hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
