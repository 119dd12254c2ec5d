import { apiQuery } from '../../../lib/api.ts'

/** A payment of the caller, or the one that a letter's link names. */
export type CaseSubject = { paymentId: string } | { token: string }

export const paymentCaseQuery = (subject: CaseSubject) =>
  'token' in subject
    ? apiQuery('getSignedCase', { body: { token: subject.token } })
    : apiQuery('getPaymentCase', { params: { id: subject.paymentId } })
