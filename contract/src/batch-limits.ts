/** A batch: one recipe on many rows of inputs. */
export const BATCH = {
  rows: 200,
  /** Of one account, unfinished, at a time. */
  open: 3,
  /** Rows of one account under way at a time; the others wait. */
  atOnce: 2,
  /** Rows that have not ended by then are cancelled. */
  hours: 24,
} as const
