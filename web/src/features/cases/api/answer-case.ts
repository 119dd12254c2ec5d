import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { forgetCases } from './forget-cases.ts'

export async function answerCase(client: QueryClient, id: string, text: string): Promise<void> {
  await call('answerCase', { params: { id }, body: { text } })
  await forgetCases(client)
}
