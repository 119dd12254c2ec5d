/** Where the next rows begin: what a cursor names, and how many rows or pages come before. */
export interface Place {
  cursor?: string
  /** Rows before, or pages before in a list that counts pages. */
  before: number
}

/** How a list in pages goes on, and how a call says where. */
export interface Places<T, P> {
  initialPageParam: P
  getNextPageParam: (last: T, pages: T[], place: P) => P | null
  asQuery: (place: P) => Record<string, string | number>
}

/** Each answer has the cursor of the next call. */
export const byCursor: Places<{ next_cursor: string | null }, string | null> = {
  initialPageParam: null,
  getNextPageParam: (last) => last.next_cursor,
  asQuery: (cursor): Record<string, string> => (cursor === null ? {} : { cursor }),
}

/**
 * The same for a list that the specification names: it may lack cursors, and then goes on where
 * `more` says so. `step` is how many rows, or pages, each answer has.
 */
export function bySpecifiedPlace<T extends { next_cursor?: string | null }>(
  step: number,
  more: (last: T) => boolean,
  asQuery: Places<T, Place | null>['asQuery'] = offsetOf,
): Places<T, Place | null> {
  return {
    initialPageParam: null,
    getNextPageParam: (last, _, place) => {
      const before = (place?.before ?? 0) + step
      if (last.next_cursor) return { cursor: last.next_cursor, before }
      return last.next_cursor === undefined && more(last) ? { before } : null
    },
    asQuery,
  }
}

/** Both ways to name a place: a server that knows cursors goes by the cursor. */
const offsetOf = (place: Place | null) => ({
  offset: place?.before ?? 0,
  ...(place?.cursor && { cursor: place.cursor }),
})
