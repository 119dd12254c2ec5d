import type { QueryClient } from '@tanstack/react-query'
import type { CaseView } from '@vignette/contract/cases.ts'
import { track } from '../../../lib/analytics.ts'
import { type Body, call } from '../../../lib/client.ts'
import { forgetCases } from './forget-cases.ts'
import type { CaseSubject } from './get-payment-case.ts'

export async function openCase(
  client: QueryClient,
  subject: CaseSubject,
  complaint: Body<'openCase'>,
): Promise<CaseView> {
  const opened =
    'token' in subject
      ? await call('openSignedCase', { body: { token: subject.token, ...complaint } })
      : await call('openCase', { params: { id: subject.paymentId }, body: complaint })
  track('case_opened', { reason: complaint.reason })
  await forgetCases(client)
  return opened
}
