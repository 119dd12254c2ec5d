/** How many of its newest runs decide whether a workflow fails. */
export const COUNTED_RUNS = 50
/** The number of failures in a row that ends new runs. */
const IN_A_ROW = 3
/** From this many runs on, a larger share of failures ends new runs too. */
export const SHARE_FROM = 10
export const MOST_FAILED_PERCENT = 20

const MINUTE_MS = 60_000
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS

/** When the server next tests a failing workflow: after one, two, four minutes, at most after six hours. */
export function nextTryAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** tries, LONGEST_WAIT_MS))
}

/** Failures that come from the buyer's text or files, and so do not count against the workflow. */
const OF_THE_INPUT = new Set([
  'content_refused',
  'provider_content_declined',
  'missing_input',
  'not_an_image',
  'not_a_video',
  'no_person',
  'no_videos',
  'picture_too_large',
  'video_too_large',
  'videos_too_long',
])

/**
 * Failures that an odd input may explain as well: each counts once for a person, so that one person
 * alone pauses no other creator's recipe.
 */
const PERHAPS_OF_THE_INPUT = new Set([
  'params_invalid',
  'model_invalid',
  'cost_exceeded',
  'wrong_media',
  'invalid_media',
  'download_too_large',
  'provider_wrong_media',
  'provider_timeout',
  'provider_rejected',
  'provider_no_result',
  'provider_failed',
  'failed',
  'crashed',
  'timeout',
  'timed_out',
  'internal',
])

export interface EndedRun {
  delivered: boolean
  /** The failure's code; null for a delivery. */
  code: string | null
  ownerId: string
  /** Hashes of the card and network that paid for the run, as long as they are kept. */
  card?: string | null
  network?: string | null
}

interface PauseReason<R extends EndedRun> {
  failed: number
  of: number
  /** The newest failure of those that count. */
  newest: R
}

/** The runs that count, in the given order. */
export function countedOf<R extends EndedRun>(runs: readonly R[]): R[] {
  const seen = new Set<string>()
  return runs.filter(({ delivered, code, ownerId, card, network }) => {
    if (delivered) return true
    if (code === null || OF_THE_INPUT.has(code)) return false
    if (!PERHAPS_OF_THE_INPUT.has(code)) return true
    // One person may come as several visitors.
    const marks = [ownerId, card, network].filter((mark) => typeof mark === 'string')
    const isFirst = !marks.some((mark) => seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return isFirst
  })
}

/** Why the workflow starts no new run, by its ended runs, newest first; undefined where new runs may start. */
export function findPauseReason<R extends EndedRun>(
  runs: readonly R[],
): PauseReason<R> | undefined {
  const counted = countedOf(runs).slice(0, COUNTED_RUNS)
  const failures = counted.filter((run) => !run.delivered)
  const [newest] = failures
  if (!newest) return undefined
  const firstDelivered = counted.findIndex((run) => run.delivered)
  const inARow = firstDelivered < 0 ? counted.length : firstDelivered
  if (inARow >= IN_A_ROW) return { failed: inARow, of: inARow, newest }
  const isOften = failures.length * 100 > counted.length * MOST_FAILED_PERCENT
  return counted.length >= SHARE_FROM && isOften
    ? { failed: failures.length, of: counted.length, newest }
    : undefined
}
