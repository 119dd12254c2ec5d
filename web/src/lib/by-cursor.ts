/** Where the next rows begin: what a cursor names, and how many rows or pages come before. */
export interface Place {
  cursor?: string
  /** Rows before, or pages before in a list that counts pages. */
  before: number
}

/** For an infinite query: each answer has the cursor of the next call. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
}

/**
 * The same for a list that the specification names: it may lack cursors, and then goes on where
 * `more` says so. `step` is how many rows, or pages, each answer has.
 */
export function bySpecifiedPlace<T extends { next_cursor?: string | null }>(
  step: number,
  more: (last: T) => boolean,
) {
  return {
    initialPageParam: null as Place | null,
    getNextPageParam: (last: T, _: T[], place: Place | null): Place | null => {
      const before = (place?.before ?? 0) + step
      if (last.next_cursor) return { cursor: last.next_cursor, before }
      return last.next_cursor === undefined && more(last) ? { before } : null
    },
  }
}

/** The parameters of a paged call: the first rows, or the rows after a cursor. */
export const placeOf = (cursor: string | null) => (cursor === null ? { offset: 0 } : { cursor })

/** Both ways to name a place: a server that knows cursors goes by the cursor. */
export const offsetOf = (place: Place | null) => ({
  offset: place?.before ?? 0,
  ...(place?.cursor && { cursor: place.cursor }),
})
