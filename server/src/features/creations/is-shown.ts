import type { CreationRow } from './tables.ts'

/** Whether any visitor may see the creation: it is public, and neither hidden nor deleted. */
export function isShown(row: Pick<CreationRow, 'public' | 'hiddenAt' | 'deletedAt'>): boolean {
  return row.public && row.hiddenAt === null && row.deletedAt === null
}
