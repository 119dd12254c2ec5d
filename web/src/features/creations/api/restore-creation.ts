import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'

export async function restoreCreation(id: string): Promise<void> {
  await call('restoreCreation', { params: { id } })
  track('creation_restored', { creation_id: id })
}
