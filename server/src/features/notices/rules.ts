/** How long a worker may take to hand a letter over. */
export const LETTER_LEASE_SECONDS = 90
/** A letter is tried for this long. */
const LETTER_DAYS = 3
/** A letter that may have been accepted is sent once more, under the same Message-ID. */
export const MOST_UNANSWERED = 2
const MINUTE = 60_000
const LONGEST_WAIT = 15 * MINUTE

/** When the next try is due: after one minute, two, four, at most fifteen; null when given up. */
export function nextTryAt(letter: { attempt: number; createdAt: Date }, now: Date): Date | null {
  const next = now.getTime() + Math.min(MINUTE * 2 ** (letter.attempt - 1), LONGEST_WAIT)
  return next > letter.createdAt.getTime() + LETTER_DAYS * 24 * 60 * MINUTE ? null : new Date(next)
}
