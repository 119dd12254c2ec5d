/** Marks the runs of the first catalogue, and lets each be queued once. */
const KEY = 'first-catalogue'

/** What the request keys of all these runs are like, in SQL. */
export const REQUEST_KEYS = `${KEY}:%`

export function requestKeyOf(want: { recipeId: string; run: number; tries: number }): string {
  return `${KEY}:${want.recipeId}:${want.run}:${want.tries}`
}

/** The number of the run that a request key names. */
export function runNumberIn(requestKey: string): number {
  return Number(requestKey.split(':')[2])
}
