/**
 * What a proof shows, and for how long its buyer decides. Apart from the other limits, which every
 * first load of the web app carries.
 */
export const PROOF = {
  maxDraws: 3,
  hours: 24,
  longestSide: 640,
  filmSeconds: 3,
  toldFrom: 20,
  declinesPerDay: 3,
} as const
