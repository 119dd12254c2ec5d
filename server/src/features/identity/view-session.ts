import type { SessionRow } from './tables.ts'

export function viewSession(row: SessionRow, currentId: string | null) {
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    current: row.id === currentId,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}
