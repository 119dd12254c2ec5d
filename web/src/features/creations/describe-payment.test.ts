import { expect, test } from 'vitest'
import { describePayment } from './describe-payment.ts'

const paid = { state: 'captured', amount: 300, refunded: 0, disputed: 0, lost: 0 } as const

test.each([
  [{ state: 'created' }, 'Waiting for payment'],
  [{ state: 'authorized' }, 'Authorised, not charged'],
  [{ state: 'capture_requested' }, 'Being charged'],
  [{ state: 'captured' }, 'Paid'],
  [{ state: 'capture_failed' }, 'Charge failed'],
  [{ state: 'captured_undelivered' }, 'Being refunded'],
  [{ state: 'release_requested' }, 'Being released'],
  [{ state: 'released' }, 'Released, not charged'],
  [{ state: 'expired' }, 'Expired, not charged'],
  [{ refunded: 100 }, 'Partly refunded'],
  [{ refunded: 300 }, 'Refunded'],
  [{ disputed: 300 }, 'Disputed'],
  [{ refunded: 100, disputed: 200 }, 'Disputed'],
  [{ disputed: 300, lost: 300 }, 'Dispute lost'],
] as const)('%j is %s', (change, label) => {
  expect(describePayment({ ...paid, ...change }).label).toBe(label)
})
