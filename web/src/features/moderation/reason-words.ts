import type { REPORT_REASONS } from '@vignette/contract/moderation.ts'

type Reason = (typeof REPORT_REASONS)[number]

/** Why something was reported, in the words of the form. */
export const REASON_WORDS: Record<Reason, string> = {
  sexual: 'Sexual content',
  minors: 'Harm to minors',
  non_consensual: 'Somebody shown without consent',
  hate: 'Hate or harassment',
  violence: 'Violence',
  self_harm: 'Self-harm',
  illegal: 'Illegal goods or acts',
  impersonation: 'Impersonation',
  copyright: 'Copyright or trademark',
  spam: 'Spam or deception',
  other: 'Something else',
}

/** The reason in words; nothing for one that says nothing. */
export function describeReason(reason: string | undefined): string | undefined {
  if (reason === undefined || reason === 'other') return undefined
  return Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as Reason] : reason
}
