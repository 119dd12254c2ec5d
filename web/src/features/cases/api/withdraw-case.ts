import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { forgetCases } from './forget-cases.ts'

export async function withdrawCase(client: QueryClient, id: string): Promise<void> {
  await call('withdrawCase', { params: { id } })
  await forgetCases(client)
}
