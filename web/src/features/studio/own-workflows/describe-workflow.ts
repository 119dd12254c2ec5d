import type { WorkflowState } from '@vignette/contract/workflows.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

export const STATE_WORDS: Record<
  WorkflowState,
  { label: string; tone: BadgeTone; meaning: string }
> = {
  listed: { label: 'Listed', tone: 'good', meaning: 'In Discover, search and lists.' },
  unlisted: {
    label: 'Unlisted',
    tone: 'plain',
    meaning: 'In no list: its address alone leads to it, and it can be remixed and bought there.',
  },
  paused: {
    label: 'Paused',
    tone: 'warn',
    meaning: 'Its page stays and says “Back soon”; no new remix starts.',
  },
  taken_down: { label: 'Taken down', tone: 'plain', meaning: 'Its page is gone.' },
  hidden: { label: 'Hidden', tone: 'danger', meaning: 'An admin hid it: its page is yours alone.' },
}

/** Instead of the state, while its last runs failed: other people do not see it in Discover. */
const RESTING = {
  label: 'Resting',
  tone: 'danger',
  meaning: 'Out of Discover, and no new remix starts: its last remixes failed.',
} as const

export function wordsOf(
  state: WorkflowState,
  failing: boolean | undefined,
): (typeof STATE_WORDS)[WorkflowState] {
  return failing && (state === 'listed' || state === 'unlisted') ? RESTING : STATE_WORDS[state]
}

/** From this many runs on, a share of failures says something. */
const RUNS_TO_TELL = 5
const MOST_FAILED_PERCENT = 5

/** Whether more than one run of the live version in twenty fails. */
export function failsOften(row: {
  live_runs_30d: number
  delivered_30d_percent: number | null
}): boolean {
  const { live_runs_30d, delivered_30d_percent } = row
  if (delivered_30d_percent === null || live_runs_30d < RUNS_TO_TELL) return false
  return 100 - delivered_30d_percent > MOST_FAILED_PERCENT
}

/** The last seven days in one sentence, for those who do not see the line. */
export function describeWeek(days: readonly number[]): string {
  const sum = days.reduce((total, runs) => total + runs, 0)
  if (sum === 0) return 'No remix in the last 7 days'
  const today = days.at(-1) ?? 0
  return `${sum} ${sum === 1 ? 'remix' : 'remixes'} in the last 7 days, ${today} of them today`
}
