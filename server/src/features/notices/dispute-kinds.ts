import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { defineKind, type Facts } from './kind.ts'

/** Facts of a dispute, for the creator; `share` is the creator's part of the amount. */
interface Dispute extends Facts {
  recipe: string
  cents: number
  share: number
  test: boolean
}

/** Facts of a dispute that waits for evidence; `until` is the end of the time for it. */
interface Asked extends Dispute {
  /** A clause after “the buyer's bank says that”. */
  reason: string
  until: string | null
}

const disputes = () => ({ path: '/studio/sales/disputes', label: 'Open your disputes' })

const testDispute = (test: boolean) => (test ? ['This is test money: no bank took any.'] : [])

const noteUntil = (until: string | null) =>
  until
    ? [
        `We answer the bank before ${formatDay(until)}. What you know about this sale helps: write a note.`,
      ]
    : []

/**
 * News for a creator about disputes and warnings of fraud; `dispute_unanswered` goes to the
 * operator, `fraud_warning` to both.
 */
export const DISPUTE_KINDS = {
  dispute_inquiry: defineKind<Asked>({
    group: 'money',
    title: ({ recipe }) => `A bank asks about a sale of “${recipe}”`,
    body: ({ cents, reason, until, test }) => [
      `The buyer’s bank says that ${reason}. It asks about ${formatCents(cents)} and has taken nothing.`,
      ...noteUntil(until),
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_opened: defineKind<Asked>({
    group: 'money',
    title: ({ recipe }) => `A sale of “${recipe}” is disputed`,
    body: ({ cents, share, reason, until, test }) => [
      `The buyer’s bank took ${formatCents(cents)} back: it says that ${reason}. ${formatCents(share)} of it is yours and is set aside until the bank decides. The bank’s fee is ours.`,
      ...noteUntil(until),
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_note_wanted: defineKind<Asked>({
    group: 'money',
    title: ({ recipe }) => `Your note on a disputed sale of “${recipe}” is wanted`,
    body: ({ reason, until, test }) => [
      `The buyer’s bank says that ${reason}.`,
      ...noteUntil(until),
      'Without a note we send what we have: the receipt, the terms and the log of the delivery.',
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_won: defineKind<Dispute>({
    group: 'money',
    title: ({ recipe }) => `Won: the dispute about “${recipe}”`,
    body: ({ cents, share, test }) => [
      `The bank gave ${formatCents(cents)} back. ${formatCents(share)} of it is yours again.`,
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_lost: defineKind<Dispute>({
    group: 'money',
    title: ({ recipe }) => `Lost: the dispute about “${recipe}”`,
    body: ({ cents, share, test }) => [
      `The bank decided for the buyer, who keeps ${formatCents(cents)}. Your part of the sale, ${formatCents(share)}, is gone with it. The bank’s fee is ours.`,
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_unanswered: defineKind<{ recipe: string; cents: number; until: string; test: boolean }>({
    group: 'money',
    title: ({ recipe }) => `A dispute about “${recipe}” has no evidence yet`,
    body: ({ cents, until, test }) => [
      `The bank takes evidence about ${formatCents(cents)} until ${formatDay(until)}. Without evidence the dispute is lost.`,
      ...testDispute(test),
    ],
    link: () => ({ path: '/admin/disputes', label: 'Open the disputes' }),
  }),
  fraud_warning: defineKind<{ recipe: string; cents: number; test: boolean; operator: boolean }>({
    group: 'money',
    title: ({ recipe }) => `A bank warns of fraud in a sale of “${recipe}”`,
    body: ({ cents, test, operator }) => [
      `The card may be stolen. A dispute often follows, and a dispute costs a fee beside the ${formatCents(cents)}. A refund now prevents the dispute.`,
      ...(operator ? ['One click refunds the payment in full.'] : []),
      ...(test ? ['This is test money: no bank warned.'] : []),
    ],
    link: ({ operator }) =>
      operator ? { path: '/admin/disputes', label: 'Open the disputes' } : disputes(),
  }),
} as const
