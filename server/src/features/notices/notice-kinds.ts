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

/** Papers from before prices could include tax have neither fact. */
interface Taxed extends Facts {
  tax: number
  taxName: string
}

const open = ({ creationId }: { creationId: string }) => ({
  path: `/creations/${creationId}`,
  label: 'Open the creation',
  letter: { claims: creationId },
})

const receipt = ({ number }: { number: string }) => ({
  path: `/receipts/${number}`,
  label: 'Open the receipt',
  letter: { receipt: number },
})

const names = ({ number, reference, test }: Paper) => [
  `Number ${number}${reference ? `, at the payment provider ${reference}` : ''}.`,
  ...(test ? ['This was a test payment: no money moved.'] : []),
]

/** Facts of a buyer's case; neither side's words are among them. */
interface Case extends Facts {
  recipe: string
  /** The payment's id. */
  number: string
  cents: number
  creationId: string | null
  test: boolean
  /** The reason that the buyer chose. */
  why: string
}

const saleCase = () => ({ path: '/studio/sales/cases', label: 'Open your cases' })

const testCase = ({ test }: Case) => (test ? ['This was a test payment: no money moved.'] : [])

/** Facts of a payout to a creator. */
interface Payout extends Facts {
  cents: number
  test: boolean
}

const earnings = () => ({ path: '/studio/money', label: 'Open your money' })

const sales = () => ({ path: '/studio/sales', label: 'Open your sales' })

/** Who refunded a sale, for its creator. */
const REFUNDERS: Record<string, string> = {
  operator: ', refunded by the operator',
  case: ', after the buyer reported that something is wrong',
  gateway: ', refunded at the payment provider',
}

const testPayout = (test: boolean) => (test ? ['This was a test payout: no money moved.'] : [])

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
  proof_ready: kind<Run>({
    group: 'runs',
    title: ({ recipe }) => `Your proof from “${recipe}” is ready`,
    body: ({ money }) => [money],
    link: open,
  }),
  proof_ending: kind<{
    recipe: string
    workflowId: string
    creationId: string
    cents: number
    /** When the authorisation is released. */
    until: string
  }>({
    group: 'runs',
    title: ({ recipe }) => `Your proof from “${recipe}” goes soon`,
    body: ({ cents, until }) => [
      `Keep it before ${formatDay(until)}, ${until.slice(11, 16)} UTC, and ${formatCents(cents)} is charged and the whole file is yours. Do nothing, and it is deleted and nothing is charged.`,
    ],
    link: open,
  }),
  creation_failed: kind<Run & { reason: string }>({
    group: 'runs',
    title: ({ recipe }) => `Your run of “${recipe}” failed`,
    body: ({ reason, money }) => [reason, money],
    link: ({ workflowId }) => ({ path: `/workflows/${workflowId}/remix`, label: 'Try again' }),
  }),
  receipt: kind<Paper & Taxed & { creationId: string; version: number; chargedAt: string }>({
    group: 'money',
    title: ({ recipe, cents }) => `Receipt: ${formatCents(cents)} for “${recipe}”`,
    body: ({ recipe, version, cents, tax, taxName, chargedAt, ...paper }) => [
      `${formatCents(cents)} was charged on ${formatDay(chargedAt)} for “${recipe}”, version ${version}.`,
      ...(tax ? [`The price includes ${formatCents(tax)} ${taxName}.`] : []),
      ...names({ recipe, cents, ...paper }),
    ],
    link: receipt,
  }),
  not_charged: kind<Paper & { workflowId: string; endedAt: string }>({
    group: 'money',
    title: ({ recipe, cents }) => `Not charged: ${formatCents(cents)} for “${recipe}”`,
    body: ({ cents, endedAt, ...paper }) => [
      `Nothing was charged. The authorisation of ${formatCents(cents)} ended on ${formatDay(endedAt)}; your bank may show it for a few days more.`,
      ...names({ cents, ...paper }),
    ],
    link: receipt,
  }),
  refunded: kind<
    Paper & {
      creationId: string | null
      refundedAt: string
      /** One sentence; null where the operator refunded. */
      why: string | null
      /** What the creator writes to the buyer. */
      note: string | null
    }
  >({
    group: 'money',
    title: ({ recipe, cents }) => `Refunded: ${formatCents(cents)} for “${recipe}”`,
    body: ({ cents, refundedAt, why, note, ...paper }) => [
      `${formatCents(cents)} was refunded on ${formatDay(refundedAt)}; your bank may take some days to show it.`,
      ...(why ? [why] : []),
      ...(note ? [`The creator writes: “${note}”`] : []),
      ...names({ cents, ...paper }),
    ],
    link: receipt,
  }),
  sale: kind<{ recipe: string; workflowId: string; cents: number; tax: number; share: number }>({
    group: 'sales',
    gathered: true,
    title: ({ recipe }) => `You sold “${recipe}”`,
    body: ({ cents, tax, share }) => [
      `A buyer paid ${formatCents(cents)}${tax ? `, with ${formatCents(tax)} of tax` : ''}; ${formatCents(share)} of it is yours.`,
    ],
    link: sales,
  }),
  sale_refunded: kind<{
    recipe: string
    cents: number
    /** The creator's part. */
    share: number
    by: string
    test: boolean
  }>({
    group: 'money',
    title: ({ recipe, cents }) => `Refunded: ${formatCents(cents)} of a sale of “${recipe}”`,
    body: ({ cents, share, by, test }) => [
      `${formatCents(cents)} of a sale went back to its buyer${REFUNDERS[by] ?? ''}; ${formatCents(share)} of it was yours and leaves your balance.`,
      ...(test ? ['This was test money.'] : []),
    ],
    link: sales,
  }),
  refund_failed: kind<{
    recipe: string
    number: string
    cents: number
    creationId: string | null
    reason: string
    test: boolean
  }>({
    group: 'money',
    title: ({ recipe, cents }) =>
      `A refund of ${formatCents(cents)} for “${recipe}” did not go through`,
    body: ({ number, reason, test }) => [
      reason,
      `The money is not on its way to you any more. Please write to the operator, who can send it another way, and name the payment: ${number}.`,
      ...(test ? ['This was a test payment: no money moved.'] : []),
    ],
    link: receipt,
  }),
  sale_refund_failed: kind<{
    recipe: string
    cents: number
    /** The creator's part, which is in the balance again. */
    share: number
    reason: string
    test: boolean
  }>({
    group: 'money',
    title: ({ recipe, cents }) =>
      `A refund of ${formatCents(cents)} of a sale of “${recipe}” did not go through`,
    body: ({ share, reason, test }) => [
      reason,
      share > 0
        ? `${formatCents(share)} of it is in your balance again.`
        : 'The sale stays as it was.',
      ...(test ? ['This was test money.'] : []),
    ],
    link: sales,
  }),
  case_opened: kind<Case & { answerBy: string }>({
    group: 'sales',
    title: ({ recipe }) => `A buyer says something is wrong with “${recipe}”`,
    body: ({ why, cents, answerBy, ...rest }) => [
      `The buyer paid ${formatCents(cents)} and says: ${why}.`,
      `Please answer, or give the money back, by ${formatDay(answerBy)}. After that we decide.`,
      ...testCase({ why, cents, ...rest }),
    ],
    link: saleCase,
  }),
  case_reminder: kind<Case & { answerBy: string }>({
    group: 'sales',
    title: ({ recipe }) => `One day left to answer a buyer of “${recipe}”`,
    body: ({ answerBy }) => [
      `Please answer, or give the money back, by ${formatDay(answerBy)}. After that we decide.`,
    ],
    link: saleCase,
  }),
  case_answered: kind<Case>({
    group: 'runs',
    title: ({ recipe }) => `The creator of “${recipe}” answered you`,
    body: () => ['The answer is beside your receipt. We decide now.'],
    link: receipt,
  }),
  case_escalated: kind<Case>({
    group: 'runs',
    title: ({ recipe }) => `We decide about your case with “${recipe}”`,
    body: () => ['The creator did not answer in time. We decide now.'],
    link: receipt,
  }),
  case_granted: kind<Case & { outcome: string; decision: string | null }>({
    group: 'money',
    title: ({ recipe }) => `Your case with “${recipe}” was granted`,
    body: ({ outcome, decision, ...rest }) => [
      outcome,
      ...(decision ? [decision] : []),
      ...testCase(rest),
    ],
    link: receipt,
  }),
  case_refused: kind<Case & { outcome: string; decision: string | null }>({
    group: 'money',
    title: ({ recipe }) => `Your case with “${recipe}” was refused`,
    body: ({ outcome, decision }) => [outcome, ...(decision ? [`The reason: ${decision}`] : [])],
    link: receipt,
  }),
  case_ended: kind<Case & { outcome: string; decision: string | null }>({
    group: 'runs',
    title: ({ recipe }) => `Your case with “${recipe}” is closed`,
    body: ({ outcome }) => [outcome],
    link: receipt,
  }),
  case_stuck: kind<Case & { reason: string }>({
    group: 'money',
    title: ({ recipe }) => `Your refund for “${recipe}” did not go through`,
    body: ({ reason }) => [reason, 'Your case is open again, and we look at it.'],
    link: receipt,
  }),
  sale_case_closed: kind<Case & { outcome: string; decision: string | null }>({
    group: 'sales',
    title: ({ recipe }) => `The case of a buyer of “${recipe}” is closed`,
    body: ({ outcome, decision, ...rest }) => [
      outcome,
      ...(decision ? [`The reason: ${decision}`] : []),
      ...testCase(rest),
    ],
    link: saleCase,
  }),
  hidden: kind<{ title: string; path: string; reason: string }>({
    group: 'account',
    title: ({ title }) => `“${title}” is hidden`,
    body: ({ reason }) => [
      `It was reported (${reason}), and a person decided to hide it. You still see it; other people do not.`,
      'If you think that this is wrong, write to the operator and say why.',
    ],
    link: ({ path }) => ({ path, label: 'Open the page' }),
  }),
  digest: kind<{ count: number; share: number; list: string; until: string }>({
    group: 'sales',
    letterOnly: true,
    title: ({ count, share }) =>
      `${count === 1 ? 'A sale' : `${count} sales`}: ${formatCents(share)} is yours`,
    body: ({ list }) => list.split('\n'),
    link: earnings,
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
  payout_reversed: kind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) => `We took back a payout of ${formatCents(cents)}`,
    body: ({ reason, test }) => [
      reason,
      'The money is among your earnings again.',
      ...testPayout(test),
    ],
    link: earnings,
  }),
  balance_adjusted: kind<Payout & { reason: string }>({
    group: 'money',
    title: ({ cents }) =>
      cents > 0
        ? `We added ${formatCents(cents)} to your balance`
        : `We took ${formatCents(-cents)} from your balance`,
    body: ({ reason, test }) => [reason, ...testPayout(test)],
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
  dispute_inquiry: kind<Asked>({
    group: 'money',
    title: ({ recipe }) => `A bank asks about a sale of “${recipe}”`,
    body: ({ cents, reason, until, test }) => [
      `The buyer’s bank says that ${reason}. It asks about ${formatCents(cents)} and has taken nothing.`,
      ...noteUntil(until),
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_opened: kind<Asked>({
    group: 'money',
    title: ({ recipe }) => `A sale of “${recipe}” is disputed`,
    body: ({ cents, share, reason, until, test }) => [
      `The buyer’s bank took ${formatCents(cents)} back: it says that ${reason}. ${formatCents(share)} of it is yours and is set aside until the bank decides. The bank’s fee is ours.`,
      ...noteUntil(until),
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_note_wanted: kind<Asked>({
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
  dispute_won: kind<Dispute>({
    group: 'money',
    title: ({ recipe }) => `Won: the dispute about “${recipe}”`,
    body: ({ cents, share, test }) => [
      `The bank gave ${formatCents(cents)} back. ${formatCents(share)} of it is yours again.`,
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_lost: kind<Dispute>({
    group: 'money',
    title: ({ recipe }) => `Lost: the dispute about “${recipe}”`,
    body: ({ cents, share, test }) => [
      `The bank decided for the buyer, who keeps ${formatCents(cents)}. Your part of the sale, ${formatCents(share)}, is gone with it. The bank’s fee is ours.`,
      ...testDispute(test),
    ],
    link: disputes,
  }),
  dispute_unanswered: kind<{ recipe: string; cents: number; until: string; test: boolean }>({
    group: 'money',
    title: ({ recipe }) => `A dispute about “${recipe}” has no evidence yet`,
    body: ({ cents, until, test }) => [
      `The bank takes evidence about ${formatCents(cents)} until ${formatDay(until)}. Without evidence the dispute is lost.`,
      ...testDispute(test),
    ],
    link: () => ({ path: '/admin/disputes', label: 'Open the disputes' }),
  }),
  fraud_warning: kind<{ recipe: string; cents: number; test: boolean; operator: boolean }>({
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
  payout_held: kind<{ cents: number | null; reason: string; until: string | null; test: boolean }>({
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
  payout_account: kind<{ bank: string; from: string }>({
    group: 'money',
    title: () => 'Your payout account is new or was changed',
    body: ({ bank, from }) => [
      `Payouts go to the bank account that ends in ${bank}, from ${formatDay(from)} on.`,
      'If this was not you, sign out everywhere and write to us before then.',
    ],
    link: earnings,
  }),
  payout_account_missing: kind<{ missing: string; by: string | null; reason: string | null }>({
    group: 'money',
    title: () => 'Your payout account needs something',
    body: ({ missing, by, reason }) => [
      ...(reason ? [reason] : []),
      `Still asked for${by ? ` by ${formatDay(by)}` : ''}: ${missing}.`,
      'Until then nothing can be paid to you; what you have earned waits.',
    ],
    link: earnings,
  }),
  money_left: kind<{ cents: number; until: string; principalId: string; ready: boolean }>({
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

const all: Record<string, Kind> = NOTICE_KINDS
/** The notices of these kinds, and their letters, stay when their account is deleted. */
export const OUTLIVING_KINDS = Object.keys(all).filter((name) => all[name]?.outlives)
export const GATHERED_KINDS = Object.keys(all).filter((name) => all[name]?.gathered)
export const LETTER_ONLY_KINDS = Object.keys(all).filter((name) => all[name]?.letterOnly)

export type NoticeKinds = typeof NOTICE_KINDS
export type NoticeKind = keyof NoticeKinds
export type FactsOf<K extends NoticeKind> = NoticeKinds[K] extends Kind<infer F> ? F : never
