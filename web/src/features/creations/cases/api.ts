import type { QueryClient } from '@tanstack/react-query'
import type { CaseView } from '@vignette/contract/cases.ts'
import { track } from '../../../lib/analytics.ts'
import { apiQuery, send } from '../../../lib/api.ts'
import type { Body } from '../../../lib/client.ts'

/** A payment of the caller, or the one that a letter's link names. */
export type CaseSubject = { paymentId: string } | { token: string }

export const paymentCaseQuery = (subject: CaseSubject) =>
  'token' in subject
    ? apiQuery('getSignedCase', { body: { token: subject.token } })
    : apiQuery('getPaymentCase', { params: { id: subject.paymentId } })

export async function openCase(
  client: QueryClient,
  subject: CaseSubject,
  complaint: Body<'openCase'>,
): Promise<CaseView> {
  const opened =
    'token' in subject
      ? await send(client, 'openSignedCase', { body: { token: subject.token, ...complaint } })
      : await send(client, 'openCase', { params: { id: subject.paymentId }, body: complaint })
  track('case_opened', { reason: complaint.reason })
  return opened
}

export async function withdrawCase(
  client: QueryClient,
  subject: CaseSubject,
  id: string,
): Promise<void> {
  if ('token' in subject)
    await send(client, 'withdrawSignedCase', { body: { token: subject.token } })
  else await send(client, 'withdrawCase', { params: { id } })
}
