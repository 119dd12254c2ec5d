import type { ContentPolicy } from './content-policy.ts'
import type { REPORT_REASONS } from './moderation.ts'

/** The reasons of reports in words. */
export const REPORT_WORDS: Record<(typeof REPORT_REASONS)[number], string> = {
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

/** Where adult content is allowed, it is no reason by itself. */
export function reportWordsOf(policy: ContentPolicy): typeof REPORT_WORDS {
  return policy === 'adult'
    ? { ...REPORT_WORDS, sexual: 'Sexual content that is not marked, or beyond the terms' }
    : REPORT_WORDS
}
