import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { sessionsQuery } from './list-sessions.ts'

export async function revokeSession(client: QueryClient, id: string): Promise<void> {
  await call('revokeSession', { params: { id } })
  track('session_revoked')
  await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}
