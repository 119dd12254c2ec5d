import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { defineKind, type Facts } from './kind.ts'

const earnings = () => ({ path: '/studio/money', label: 'Open your money' })

/** Facts of a payout to a creator. */
interface Payout extends Facts {
  cents: number
  test: boolean
}

const testPayout = (test: boolean) => (test ? ['This was a test payout: no money moved.'] : [])

/** News for a creator about payouts, the balance and the payout account. */
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
      `Your bank refused the money: ${reason}.`,
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
