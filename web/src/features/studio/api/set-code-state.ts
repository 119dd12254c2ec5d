import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export async function setCodeState(
  client: QueryClient,
  id: string,
  state: 'active' | 'stopped',
  /** What the creator was shown that a free run takes at most. */
  runCost: number,
): Promise<void> {
  await call('setCodeState', { params: { id }, body: { state, run_cost: runCost } })
  await client.invalidateQueries({ queryKey: ['codes'] })
}
