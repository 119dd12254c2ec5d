import type { ReceiptView } from '@vignette/contract/payments.ts'
import { expect, test } from 'vitest'
import { describePayment, listReceiptLines } from './describe-payment.ts'

const paid = { state: 'captured', amount: 300, refunded: 0, disputed: 0, lost: 0 } as const

test.each([
  [{ state: 'created' }, 'Waiting for payment'],
  [{ state: 'authorized' }, 'Authorised, not charged'],
  [{ state: 'capture_requested' }, 'Being charged'],
  [{ state: 'captured' }, 'Paid'],
  [{ state: 'capture_failed' }, 'Not charged'],
  [{ state: 'captured_undelivered' }, 'Being refunded'],
  [{ state: 'release_requested' }, 'Being released'],
  [{ state: 'released' }, 'Not charged'],
  [{ state: 'expired' }, 'Not charged'],
  [{ refunded: 100 }, 'Partly refunded'],
  [{ refunded: 300 }, 'Refunded'],
  [{ disputed: 300 }, 'Disputed'],
  [{ refunded: 100, disputed: 200 }, 'Disputed'],
  [{ disputed: 300, lost: 300 }, 'Dispute lost'],
] as const)('%j is %s', (change, label) => {
  expect(describePayment({ ...paid, ...change }).label).toBe(label)
})

test('the receipt tells the tax in the price, and after a refund the tax that is left', () => {
  const receipt = {
    ...paid,
    tax: 50,
    tax_name: 'sales tax',
    creator_share: 175,
    platform_share: 75,
    creator_share_percent: 70,
  } as ReceiptView
  const linesOf = (change: Partial<ReceiptView>) =>
    listReceiptLines({ ...receipt, ...change }).map(({ label, amount }) => `${label} ${amount}`)
  expect(linesOf({})).toEqual(['Includes sales tax $0.50', 'To the creator (70%) $1.75'])
  expect(
    linesOf({ refunded: 100, tax: 33, creator_share: 117, platform_share: 50 }).slice(0, 2),
  ).toEqual(['Sales tax $0.33', 'To the creator (70%) $1.17'])
  expect(linesOf({ tax: 0 })[0]).toBe('To the creator (70%) $1.75')
})
