import type { REPORT_ACTIONS, ReportView } from '@vignette/contract/moderation.ts'

export type ReportAction = (typeof REPORT_ACTIONS)[number]

export interface ActionWords {
  action: ReportAction
  label: string
  /** The question of the confirmation. */
  asks: string
  danger: boolean
}

const WORDS: Record<ReportAction, Omit<ActionWords, 'action'>> = {
  hide: {
    label: 'Hide',
    asks: 'Nobody but its owner can open it until it is restored.',
    danger: true,
  },
  restore: { label: 'Restore', asks: 'It can be seen again as its owner set it.', danger: false },
  ban: {
    label: 'Ban author',
    asks: 'The author can no longer publish, upload or remix.',
    danger: true,
  },
  unban: { label: 'Unban author', asks: 'The author can use the product again.', danger: false },
  dismiss: { label: 'Dismiss', asks: 'The report is closed and nothing changes.', danger: false },
}

/** The actions that a report allows now; for a closed report, only undoing. */
export function listActions(
  report: Pick<ReportView, 'status' | 'subject_hidden' | 'author_banned' | 'claim'>,
): ActionWords[] {
  const actions: ReportAction[] = [
    // What a claim keeps down is shown again by the claim's end alone; an admin may hide it as well.
    report.subject_hidden && !report.claim ? 'restore' : 'hide',
    report.author_banned ? 'unban' : 'ban',
    ...(report.status === 'open' ? (['dismiss'] as const) : []),
  ]
  return actions.map((action) => ({ action, ...WORDS[action] }))
}

/** "non_consensual" in readable words. */
export function describeReason(reason: string): string {
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
