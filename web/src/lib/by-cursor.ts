/** Of an infinite query: each answer names the cursor that the next call goes on with. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
}

/** What a call that counts rows is asked for: its first rows, or those behind a cursor. */
export const placeOf = (cursor: string | null) => (cursor === null ? { offset: 0 } : { cursor })
