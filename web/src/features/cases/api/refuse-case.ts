import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { forgetCases } from './forget-cases.ts'

export async function refuseCase(client: QueryClient, id: string, reason: string): Promise<void> {
  await call('refuseCase', { params: { id }, body: { reason } })
  await forgetCases(client)
}
