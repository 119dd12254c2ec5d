/** What a proof shows, and for how long its buyer decides. */
export const PROOF = {
  maxDraws: 3,
  hours: 24,
  longestSide: 640,
  filmSeconds: 3,
  shownFrom: 20,
  declinesPerDay: 3,
} as const
