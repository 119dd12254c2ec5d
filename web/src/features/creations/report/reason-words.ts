import { REPORT_WORDS } from '@vignette/contract/report-words.ts'

/** The reason in words; nothing for one that says nothing. */
export function describeReason(reason: string | undefined): string | undefined {
  if (reason === undefined || reason === 'other') return undefined
  return Object.hasOwn(REPORT_WORDS, reason)
    ? REPORT_WORDS[reason as keyof typeof REPORT_WORDS]
    : reason
}
