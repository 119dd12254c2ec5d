import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { defineKind, type Facts } from './kind.ts'

const earnings = () => ({ path: '/studio/money', label: 'Open your money' })

const operatorPayouts = () => ({ path: '/admin/payouts', label: 'Open the payouts' })

const countCreators = (count: number) => (count === 1 ? '1 creator' : `${count} creators`)

/** Facts of a payout to a creator. */
interface Payout extends Facts {
  cents: number
  test: boolean
}

const testPayout = (test: boolean) => (test ? ['This was a test payout: no money moved.'] : [])

/** News for a creator about payouts, the balance and the payout account; `payouts_delayed`, `payouts_refused` and `payouts_short` go to the operators. */
export const PAYOUT_KINDS = {
  payout_paid: defineKind<Payout>({
    group: 'money',
    title: ({ cents }) => `Paid out: ${formatCents(cents)}`,
    body: ({ cents, test }) => [`${formatCents(cents)} arrived at your bank.`, ...testPayout(test)],
    link: earnings,
  }),
  payout_sent: defineKind<Payout>({
    group: 'money',
    title: ({ cents }) => `On the way to your bank: ${formatCents(cents)}`,
    body: ({ cents, test }) => [
      `${formatCents(cents)} of your earnings left for your bank.`,
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_failed: defineKind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `A payout of ${formatCents(cents)} was refused`,
    body: ({ reason, test }) => [
      reason,
      'Nothing was sent. The money is among your earnings again, and the next payout tries again.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_delayed: defineKind<Payout & { until: string }>({
    group: 'money',
    title: ({ cents }) => `Delayed by us: your payout of ${formatCents(cents)}`,
    body: ({ until, test }) => [
      'We could not send it yet. The money is yours and stays among your earnings; you and your bank need to do nothing.',
      `It leaves as soon as we can send it. We try again by ${formatDay(until)} at the latest.`,
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payouts_delayed: defineKind<Payout & { creators: number }>({
    group: 'money',
    title: ({ cents }) => `Payouts of ${formatCents(cents)} are delayed: the balance is too small`,
    body: ({ cents, creators, test }) => [
      `The balance at the payout vendor did not cover ${formatCents(cents)} for ${countCreators(creators)}. They read that we delay it, and that the money is theirs.`,
      'Add to the balance: each hour whoever fits is paid, who waited longest first.',
      ...testPayout(test),
    ],
    link: operatorPayouts,
  }),
  payouts_refused: defineKind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `The payout vendor refused a payout of ${formatCents(cents)}`,
    body: ({ reason, test }) => [
      reason,
      'Its creator reads that we delay it, and that the money is theirs. The next run tries again. Of this run you hear no more: its page lists what else was refused.',
      ...testPayout(test),
    ],
    link: operatorPayouts,
  }),
  payouts_short: defineKind<{ short: number; balance: number; due: string; test: boolean }>({
    group: 'money',
    title: ({ short }) => `The balance is short by ${formatCents(short)} for the next payouts`,
    body: ({ short, balance, due, test }) => [
      `The run of ${formatDay(due)} would pay ${formatCents(balance + short)}; the balance at the payout vendor is ${formatCents(balance)} now.`,
      'Add to the balance before then, or the creators who do not fit are delayed.',
      ...(test ? ['This is test money: no bank gets anything.'] : []),
    ],
    link: operatorPayouts,
  }),
  payout_returned: defineKind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `A payout of ${formatCents(cents)} came back`,
    body: ({ reason, test }) => [
      reason,
      'The money is among your earnings again. Please look at your bank details.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_reversed: defineKind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `We took back a payout of ${formatCents(cents)}`,
    body: ({ reason, test }) => [
      reason,
      'The money is among your earnings again.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  balance_adjusted: defineKind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) =>
      cents > 0
        ? `We added ${formatCents(cents)} to your balance`
        : `We took ${formatCents(-cents)} from your balance`,
    body: ({ reason, test }) => [reason, ...testPayout(test)],
    link: earnings,
  }),
  payout_bank_refused: defineKind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `Your bank refused ${formatCents(cents)}`,
    body: ({ reason, test }) => [
      `Refused by your bank: ${reason}`,
      'Please correct the bank details of your payout account.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_held: defineKind<{
    cents: number | null
    reason: string
    until: string | null
    test: boolean
  }>({
    group: 'money',
    title: ({ cents }) =>
      cents === null
        ? 'Your payouts are held back'
        : `Held back from payouts: ${formatCents(cents)}`,
    body: ({ reason, until, test }) => [
      reason,
      ...(until ? [`This ends on ${formatDay(until)} at the latest.`] : []),
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_account: defineKind<{ bank: string; from: string }>({
    group: 'money',
    title: () => 'Your payout account is new or was changed',
    body: ({ bank, from }) => [
      `Payouts go to the bank account that ends in ${bank}, from ${formatDay(from)} on.`,
      'If this was not you, sign out everywhere and write to us before then.',
    ],
    link: earnings,
  }),
  payout_account_missing: defineKind<{ missing: string; by: string | null; reason: string | null }>(
    {
      group: 'money',
      title: () => 'Your payout account needs something',
      body: ({ missing, by, reason }) => [
        ...(reason ? [reason] : []),
        `Still asked for${by ? ` by ${formatDay(by)}` : ''}: ${missing}.`,
        'Until then nothing can be paid to you; what you have earned waits.',
      ],
      link: earnings,
    },
  ),
  money_left: defineKind<{ cents: number; until: string; principalId: string; ready: boolean }>({
    group: 'money',
    outlives: true,
    title: ({ cents }) => `Your account is deleted, and ${formatCents(cents)} stays yours`,
    body: ({ cents, until, ready }) => [
      ready
        ? `${formatCents(cents)} was not paid yet. What has cleared leaves each Friday for your payout account, whatever the sum, until nothing is left.`
        : `${formatCents(cents)} was not paid yet, and there was no payout account that could receive it. It is kept for you: add a payout account by the link of this letter.`,
      `The link works until ${formatDay(until)} and is the only way to this money without asking us: keep this letter for yourself. After that day, write to us.`,
    ],
    link: ({ principalId }) => ({
      path: '/leaving',
      label: 'Open your money',
      letter: { leaves: principalId },
    }),
  }),
} as const
