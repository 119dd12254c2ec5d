import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { Facts, Kind } from './kind.ts'

/** The type argument names the facts that `tell` asks for and the words are made from. */
const kind = <F extends Facts>(words: Kind<F>): Kind<F> => words

interface Run extends Facts {
  recipe: string
  workflowId: string
  creationId: string
  /** What became of the money, as one sentence. */
  money: string
}

/** What stands on every paper about a payment. */
interface Paper extends Facts {
  recipe: string
  /** The payment's id. */
  number: string
  cents: number
  /** The payment's name at the gateway. */
  reference: string | null
  /** The money is of a test: none moved. */
  test: boolean
}

const open = ({ creationId }: { creationId: string }) => ({
  path: `/creations/${creationId}`,
  label: 'Open the creation',
  letter: { claims: creationId },
})

const receipt = (creationId: string | null, number: string) =>
  creationId
    ? { path: `/creations/${creationId}`, label: 'Open the receipt', letter: { receipt: number } }
    : null

const names = ({ number, reference, test }: Paper) => [
  `Number ${number}${reference ? `, at the payment provider ${reference}` : ''}.`,
  ...(test ? ['This was a test payment: no money moved.'] : []),
]

/** Facts of a payout to a creator. */
interface Payout extends Facts {
  cents: number
  test: boolean
}

const earnings = () => ({ path: '/studio/money', label: 'Open your money' })

const testPayout = (test: boolean) => (test ? ['This was a test payout: no money moved.'] : [])

/** Every kind of notice. A new kind is one entry here; `tell` then takes its facts. */
export const NOTICE_KINDS = {
  creation_ready: kind<Run>({
    group: 'runs',
    title: ({ recipe }) => `Your creation from “${recipe}” is ready`,
    body: ({ money }) => [money],
    link: open,
  }),
  creation_held: kind<Run>({
    group: 'runs',
    title: ({ recipe }) => `Your creation from “${recipe}” is ready, and waits for a check`,
    body: ({ money }) => [
      'You can open the creation now. A person looks at it before anybody else may see it.',
      money,
    ],
    link: open,
  }),
  creation_failed: kind<Run & { reason: string }>({
    group: 'runs',
    title: ({ recipe }) => `Your run of “${recipe}” failed`,
    body: ({ reason, money }) => [reason, money],
    link: ({ workflowId }) => ({ path: `/workflows/${workflowId}/remix`, label: 'Try again' }),
  }),
  receipt: kind<Paper & { creationId: string; version: number; chargedAt: string }>({
    group: 'money',
    title: ({ recipe, cents }) => `Receipt: ${formatCents(cents)} for “${recipe}”`,
    body: ({ recipe, version, cents, chargedAt, ...paper }) => [
      `${formatCents(cents)} was charged on ${formatDay(chargedAt)} for “${recipe}”, version ${version}.`,
      ...names({ recipe, cents, ...paper }),
    ],
    link: ({ creationId, number }) => receipt(creationId, number),
  }),
  not_charged: kind<Paper & { workflowId: string; endedAt: string }>({
    group: 'money',
    title: ({ recipe, cents }) => `Not charged: ${formatCents(cents)} for “${recipe}”`,
    body: ({ cents, endedAt, ...paper }) => [
      `Nothing was charged. The authorisation of ${formatCents(cents)} ended on ${formatDay(endedAt)}; your bank may show it for a few days more.`,
      ...names({ cents, ...paper }),
    ],
    link: ({ workflowId }) => ({ path: `/workflows/${workflowId}`, label: 'Open the recipe' }),
  }),
  refunded: kind<Paper & { creationId: string | null; refundedAt: string }>({
    group: 'money',
    title: ({ recipe, cents }) => `Refunded: ${formatCents(cents)} for “${recipe}”`,
    body: ({ cents, refundedAt, ...paper }) => [
      `${formatCents(cents)} was refunded on ${formatDay(refundedAt)}; your bank may take some days to show it.`,
      ...names({ cents, ...paper }),
    ],
    link: ({ creationId, number }) => receipt(creationId, number),
  }),
  sale: kind<{ recipe: string; workflowId: string; cents: number; share: number }>({
    group: 'sales',
    title: ({ recipe }) => `You sold “${recipe}”`,
    body: ({ cents, share }) => [
      `A buyer paid ${formatCents(cents)}; ${formatCents(share)} of it is yours.`,
    ],
    link: () => ({ path: '/profile', label: 'Open your earnings' }),
  }),
  payout_paid: kind<Payout>({
    group: 'money',
    title: ({ cents }) => `Paid out: ${formatCents(cents)}`,
    body: ({ cents, test }) => [`${formatCents(cents)} arrived at your bank.`, ...testPayout(test)],
    link: earnings,
  }),
  payout_sent: kind<Payout>({
    group: 'money',
    title: ({ cents }) => `On the way to your bank: ${formatCents(cents)}`,
    body: ({ cents, test }) => [
      `${formatCents(cents)} of your earnings left for your bank.`,
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_failed: kind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `A payout of ${formatCents(cents)} was refused`,
    body: ({ reason, test }) => [
      reason,
      'Nothing was sent. The money is among your earnings again, and the next payout tries again.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_returned: kind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `A payout of ${formatCents(cents)} came back`,
    body: ({ reason, test }) => [
      reason,
      'The money is among your earnings again. Please look at your bank details.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_bank_refused: kind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `Your bank refused ${formatCents(cents)}`,
    body: ({ reason, test }) => [
      `Your bank refused the money: ${reason}.`,
      'Please correct the bank details of your payout account.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  payout_account: kind<{ bank: string; from: string }>({
    group: 'money',
    title: () => 'Your payout account is new or was changed',
    body: ({ bank, from }) => [
      `Payouts go to the bank account that ends in ${bank}, from ${formatDay(from)} on.`,
      'If this was not you, sign out everywhere and write to us before then.',
    ],
    link: earnings,
  }),
} as const

export type NoticeKinds = typeof NOTICE_KINDS
export type NoticeKind = keyof NoticeKinds
export type FactsOf<K extends NoticeKind> = NoticeKinds[K] extends Kind<infer F> ? F : never
