import type { MediaRow } from './tables.ts'

/** Paths end in the file's real extension, since clients look at it. */
export function addressOf(row: Pick<MediaRow, 'id' | 'token' | 'extension'>): string {
  return `/media/${row.id}/${row.token}.${row.extension}`
}
