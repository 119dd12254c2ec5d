import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { forgetCases } from './forget-cases.ts'
import type { CaseSubject } from './get-payment-case.ts'

export async function withdrawCase(
  client: QueryClient,
  subject: CaseSubject,
  id: string,
): Promise<void> {
  if ('token' in subject) await call('withdrawSignedCase', { body: { token: subject.token } })
  else await call('withdrawCase', { params: { id } })
  await forgetCases(client)
}
