import type { CreationItem } from '@vignette/contract/creations.ts'
import type { Place } from '../../platform/db/read-page.ts'

export interface NamedItems {
  items: (CreationItem & { workflow_name: string })[]
  nextOffset: number | null
  next_cursor: string | null
}

/** Null after a cursor, where the offset is unknown. */
export function nextOffsetOf({ cursor, offset, limit }: Place, next: string | null): number | null {
  return next === null || cursor !== undefined ? null : offset + limit
}
