import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

/** A payment of the caller, or the one that a letter's link names. */
export type CaseSubject = { paymentId: string } | { token: string }

export const paymentCaseQuery = (subject: CaseSubject) =>
  queryOptions({
    queryKey: ['case', subject],
    queryFn: ({ signal }) =>
      'token' in subject
        ? call('getSignedCase', { body: { token: subject.token }, signal })
        : call('getPaymentCase', { params: { id: subject.paymentId }, signal }),
  })
