/** What a proof shows, and for how long its buyer decides. */
export const PROOF = {
  maxDraws: 3,
  hours: 24,
  longestSide: 640,
  filmSeconds: 3,
  shownFrom: 20,
  declinesPerDay: 3,
} as const

/** What a buyer may say of proofs that are not kept. */
export const DECLINE_REASONS = ['words', 'preview', 'quality', 'mind'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]
export const DECLINE_WORDS: Record<DeclineReason, string> = {
  words: 'Wrong words',
  preview: 'Not like the preview',
  quality: 'The quality',
  mind: 'I changed my mind',
}
