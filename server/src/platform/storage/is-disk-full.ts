/** No space, no quota, and PostgreSQL's code for both. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether a disk was full, here or at the database: never the caller's fault. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (CODES.has((at as { code?: string }).code ?? '')) return true
  }
  return false
}
