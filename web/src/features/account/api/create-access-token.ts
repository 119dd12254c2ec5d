import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { sessionsQuery } from './list-sessions.ts'

export async function createAccessToken(client: QueryClient, label: string): Promise<string> {
  const { access_token } = await call('createAccessToken', { body: { label } })
  track('access_token_created')
  void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  return access_token
}
