import { formatDay, formatUtcMoment } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type CaseFacts, defineKind, type Facts, testCase } from './kind.ts'

interface Run extends Facts {
  recipe: string
  workflowId: string
  creationId: string
  /** Absent from notices that are older than sets. */
  files: number
  /** What became of the money, as one sentence. */
  money: string
}

/** Facts that every receipt and refund note names. */
interface Paper extends Facts {
  recipe: string
  /** The payment's id. */
  number: string
  cents: number
  /** The payment's id at the gateway. */
  reference: string | null
  /** The payment was a test, so that no money moved. */
  test: boolean
}

/** Absent from papers that are older than prices with tax. */
interface Taxed extends Facts {
  tax: number
  taxName: string
}

const open = ({ creationId }: { creationId: string }) => ({
  path: `/creations/${creationId}`,
  label: 'Open the creation',
  letter: { claims: creationId },
})

const set = ({ files }: Pick<Run, 'files'>) => (files > 1 ? [`It is a set of ${files} files.`] : [])

const receipt = ({ number }: { number: string }) => ({
  path: `/receipts/${number}`,
  label: 'Open the receipt',
  letter: { receipt: number },
})

const testPayment = ({ test }: Pick<Paper, 'test'>) =>
  test ? ['This was a test payment: no money moved.'] : []

const numbers = ({ number, reference }: Paper) => [
  `Number ${number}${reference ? `, at the payment provider ${reference}` : ''}.`,
]

/** News for a buyer about runs, payments and cases, free runs included. */
export const BUYER_KINDS = {
  creation_ready: defineKind<Run>({
    group: 'runs',
    title: ({ recipe }) => `Your creation from “${recipe}” is ready`,
    body: ({ files, money }) => [...set({ files }), money],
    link: open,
  }),
  creation_in_review: defineKind<Run>({
    group: 'runs',
    title: ({ recipe }) => `Your creation from “${recipe}” is ready, and waits for a check`,
    body: ({ files, money }) => [
      ...set({ files }),
      'You can open the creation now. A person looks at it before anybody else may see it.',
      money,
    ],
    link: open,
  }),
  batch_ended: defineKind<{
    recipe: string
    batchId: string
    rows: number
    delivered: number
    money: string
  }>({
    group: 'runs',
    title: ({ recipe }) => `Your batch of “${recipe}” has ended`,
    body: ({ rows, delivered, money }) => [
      `${delivered} of ${rows} rows ${delivered === 1 ? 'was' : 'were'} delivered.`,
      money,
    ],
    link: ({ batchId }) => ({ path: `/batches/${batchId}`, label: 'Open the batch' }),
  }),
  proof_ready: defineKind<Run & { until: string }>({
    group: 'runs',
    title: ({ recipe }) => `Your proof from “${recipe}” is ready`,
    body: ({ files, money, until }) => [
      ...set({ files }),
      money,
      // Absent from notices that are older than this sentence.
      ...(until ? [`It waits until ${formatUtcMoment(until)}.`] : []),
    ],
    link: open,
  }),
  proof_ending: defineKind<{
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
      `Keep it before ${formatUtcMoment(until)}, and ${formatCents(cents)} is charged and the whole file is yours. Do nothing, and it is deleted and nothing is charged.`,
    ],
    link: open,
  }),
  creation_failed: defineKind<Run & { reason: string }>({
    group: 'runs',
    title: ({ recipe }) => `Your remix of “${recipe}” failed`,
    body: ({ reason, money }) => [reason, money],
    link: ({ workflowId }) => ({ path: `/workflows/${workflowId}/remix`, label: 'Try again' }),
  }),
  receipt: defineKind<
    Paper &
      Taxed & {
        creationId: string
        version: number
        chargedAt: string
        /** The right to withdraw, in words; empty where there is none, absent from older papers. */
        withdrawal: string
      }
  >({
    group: 'money',
    forPayer: true,
    title: ({ recipe, cents }) => `Receipt: ${formatCents(cents)} for “${recipe}”`,
    body: ({ recipe, version, cents, tax, taxName, chargedAt, withdrawal, test }) => [
      `${formatCents(cents)} was charged on ${formatDay(chargedAt)} for “${recipe}”, version ${version}.`,
      ...(tax ? [`The price includes ${formatCents(tax)} ${taxName}.`] : []),
      ...(withdrawal ? [withdrawal] : []),
      ...testPayment({ test }),
    ],
    details: numbers,
    link: receipt,
  }),
  not_charged: defineKind<Paper & { workflowId: string; endedAt: string }>({
    group: 'money',
    forPayer: true,
    title: ({ recipe, cents }) => `Not charged: ${formatCents(cents)} for “${recipe}”`,
    body: ({ cents, endedAt, test }) => [
      `Nothing was charged. The authorisation of ${formatCents(cents)} ended on ${formatDay(endedAt)}; your bank may show it for a few days more.`,
      ...testPayment({ test }),
    ],
    details: numbers,
    link: receipt,
  }),
  refunded: defineKind<
    Paper & {
      creationId: string | null
      refundedAt: string
      /** The reason in one sentence; null where the operator refunded. */
      why: string | null
      /** What the creator writes to the buyer. */
      note: string | null
    }
  >({
    group: 'money',
    forPayer: true,
    title: ({ recipe, cents }) => `Refunded: ${formatCents(cents)} for “${recipe}”`,
    body: ({ cents, refundedAt, why, note, test }) => [
      `${formatCents(cents)} was refunded on ${formatDay(refundedAt)}; your bank may take some days to show it.`,
      ...(why ? [why] : []),
      ...(note ? [`The creator writes: “${note}”`] : []),
      ...testPayment({ test }),
    ],
    details: numbers,
    link: receipt,
  }),
  waiver_confirmed: defineKind<{
    recipe: string
    number: string
    /** What the buyer declared, and what follows. */
    statement: string
    test: boolean
  }>({
    group: 'money',
    letterOnly: true,
    forPayer: true,
    title: ({ recipe }) => `Confirmation: “${recipe}” comes at once`,
    body: ({ statement, test }) => [...statement.split('\n'), ...testPayment({ test })],
    link: receipt,
  }),
  withdrawn: defineKind<{
    recipe: string
    number: string
    /** What the buyer declared, and when it arrived. */
    statement: string
    /** What becomes of the money. */
    money: string
    test: boolean
  }>({
    group: 'money',
    forPayer: true,
    title: ({ recipe }) => `Your withdrawal from “${recipe}” has arrived`,
    body: ({ statement, money, test }) => [
      ...statement.split('\n'),
      money,
      ...testPayment({ test }),
    ],
    link: receipt,
  }),
  refund_failed: defineKind<{
    recipe: string
    number: string
    cents: number
    creationId: string | null
    reason: string
    test: boolean
  }>({
    group: 'money',
    forPayer: true,
    title: ({ recipe, cents }) =>
      `A refund of ${formatCents(cents)} for “${recipe}” did not go through`,
    body: ({ reason, test }) => [
      reason,
      'The money is not on its way to you any more. Please write to the operator, who can send it another way, and name the number of your receipt.',
      ...testPayment({ test }),
    ],
    details: ({ number }) => [`Number ${number}.`],
    link: receipt,
  }),
  case_answered: defineKind<CaseFacts>({
    group: 'runs',
    title: ({ recipe }) => `The creator of “${recipe}” answered you`,
    body: () => ['The answer is beside your receipt. We decide now.'],
    link: receipt,
  }),
  case_escalated: defineKind<CaseFacts>({
    group: 'runs',
    title: ({ recipe }) => `We decide about your case with “${recipe}”`,
    body: () => ['The creator did not answer in time. We decide now.'],
    link: receipt,
  }),
  case_granted: defineKind<CaseFacts & { outcome: string; decision: string | null }>({
    group: 'money',
    title: ({ recipe }) => `Your case with “${recipe}” was granted`,
    body: ({ outcome, decision, ...rest }) => [
      outcome,
      ...(decision ? [decision] : []),
      ...testCase(rest),
    ],
    link: receipt,
  }),
  case_refused: defineKind<CaseFacts & { outcome: string; decision: string | null }>({
    group: 'money',
    title: ({ recipe }) => `Your case with “${recipe}” was refused`,
    body: ({ outcome, decision }) => [outcome, ...(decision ? [`The reason: ${decision}`] : [])],
    link: receipt,
  }),
  case_ended: defineKind<CaseFacts & { outcome: string; decision: string | null }>({
    group: 'runs',
    title: ({ recipe }) => `Your case with “${recipe}” is closed`,
    body: ({ outcome }) => [outcome],
    link: receipt,
  }),
  case_stuck: defineKind<CaseFacts & { reason: string }>({
    group: 'money',
    title: ({ recipe }) => `Your refund for “${recipe}” did not go through`,
    body: ({ reason }) => [reason, 'Your case is open again, and we look at it.'],
    link: receipt,
  }),
} as const
