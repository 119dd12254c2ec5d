import type { QueryClient } from '@tanstack/react-query'
import { type Body, call } from '../../../lib/client.ts'
import { forgetCases } from './forget-cases.ts'

export async function grantCase(
  client: QueryClient,
  id: string,
  body: Body<'grantCase'>,
): Promise<void> {
  await call('grantCase', { params: { id }, body })
  await forgetCases(client)
}
