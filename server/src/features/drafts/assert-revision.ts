import { AppError } from '../../platform/http/app-error.ts'
import type { DraftRow } from './tables.ts'

/** Refuses a caller who has not read what another window saved; the detail tells the revision to read. */
export function assertRevision(row: Pick<DraftRow, 'revision'>, revision: number): void {
  if (row.revision === revision) return
  throw new AppError('draft_changed', 'This draft was changed in another window.', {
    details: [{ path: 'revision', message: String(row.revision) }],
  })
}
