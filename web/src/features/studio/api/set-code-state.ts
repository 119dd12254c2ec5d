import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export async function setCodeState(
  client: QueryClient,
  id: string,
  state: 'active' | 'stopped',
): Promise<void> {
  await call('setCodeState', { params: { id }, body: { state } })
  await client.invalidateQueries({ queryKey: ['codes'] })
}
