/** For an infinite query: each answer has the cursor of the next call. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
}

/** The parameters of a paged call: the first rows, or the rows after a cursor. */
export const placeOf = (cursor: string | null) => (cursor === null ? { offset: 0 } : { cursor })
