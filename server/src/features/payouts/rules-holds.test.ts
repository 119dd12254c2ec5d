import { expect, test } from 'vitest'
import { findCauses, type HoldFacts, toHolds } from './rules-holds.ts'

const DAY = 86_400_000
const NOW = new Date('2026-11-22T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

const CALM: HoldFacts = {
  accountSince: ago(100),
  bankChangedAt: null,
  sales: [],
  referred: [],
  weeks: [],
  disputed: [],
  recent: [],
  open: [],
  claimed: [],
}
const causesOf = (facts: Partial<HoldFacts>) =>
  findCauses({ ...CALM, ...facts }, NOW).map(({ code, cause }) => `${code} ${cause}`)

test('a creator without any unusual fact gets no hold', () => {
  expect(causesOf({})).toEqual([])
})

test('an account of six days and a bank changed the day before yesterday hold everything, for a week and for 48 hours', () => {
  const bankChangedAt = ago(1.9)
  expect(causesOf({ accountSince: ago(6.9), bankChangedAt })).toEqual([
    'young_account account',
    `bank_changed ${bankChangedAt.toISOString()}`,
  ])
  expect(causesOf({ accountSince: ago(7), bankChangedAt: ago(2) })).toEqual([])
})

test('a doubt about a sale holds that sale, by a network for thirty days and else for ninety', () => {
  const sale = (doubt: HoldFacts['sales'][number]['doubt'], days: number) => ({
    paymentId: doubt,
    doubt,
    since: ago(days),
  })
  const sales = [sale('warning', 89), sale('own', 89), sale('card', 89), sale('network', 29)]
  expect(causesOf({ sales })).toEqual([
    'fraud_warning warning',
    'likeness own',
    'likeness card',
    'likeness network',
  ])
  const old = [sale('warning', 90), sale('own', 90), sale('card', 90), sale('network', 30)]
  expect(causesOf({ sales: old })).toEqual([])
})

test('a pair of fans holds a commission for ninety days, a ring for sixty', () => {
  const of = (doubt: HoldFacts['referred'][number]['doubt'], days: number) => ({
    paymentId: doubt,
    doubt,
    since: ago(days),
  })
  expect(causesOf({ referred: [of('warning', 89), of('pair', 89), of('ring', 59)] })).toEqual([
    'fraud_warning warning',
    'referral pair',
    'referral ring',
  ])
  const old = [of('warning', 90), of('pair', 90), of('ring', 60)]
  expect(causesOf({ referred: old })).toEqual([])
})

test('four open disputes stop payouts, three do not; each new dispute is a cause of its own', () => {
  expect(causesOf({ open: ['c', 'b', 'a'] })).toEqual([])
  expect(causesOf({ open: ['d', 'c', 'b', 'a'] })).toEqual(['open_disputes d'])
  expect(causesOf({ disputed: ['b', 'a'], recent: ['s'] })).toEqual(['dispute_rate b'])
})

test('a sale that two causes name is held once, and what has not cleared is not held', () => {
  const causes = findCauses(
    {
      ...CALM,
      sales: [
        { paymentId: 's1', doubt: 'warning', since: ago(10) },
        { paymentId: 's2', doubt: 'card', since: ago(10) },
      ],
      weeks: [{ monday: ago(13), by: 'buyer', paymentIds: ['s1', 's3'] }],
      disputed: ['d'],
      recent: ['s1', 's3', 's4'],
    },
    NOW,
  )
  const cleared = new Map([
    ['s1', 100],
    ['s3', 300],
    ['s4', 400],
  ])
  expect(toHolds(causes, cleared).map(({ code, amount }) => `${code} ${amount}`)).toEqual([
    'fraud_warning 100',
    'concentration 300',
    'dispute_rate 400',
  ])
})
