import type { MediaRow } from './tables.ts'

/** Paths end in the file's real extension, since some clients rely on the extension. */
export function addressOf(row: Pick<MediaRow, 'id' | 'token' | 'extension'>): string {
  return `/media/${row.id}/${row.token}.${row.extension}`
}
