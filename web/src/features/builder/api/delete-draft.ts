import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export async function deleteDraft(client: QueryClient, id: string): Promise<void> {
  await call('deleteDraft', { params: { id } })
  await client.invalidateQueries({ queryKey: ['drafts'] })
}
