import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type CaseFacts, defineKind, testCase } from './kind.ts'

const earnings = () => ({ path: '/studio/money', label: 'Open your money' })

const saleCase = () => ({ path: '/studio/sales/cases', label: 'Open your cases' })

const sales = () => ({ path: '/studio/sales', label: 'Open your sales' })

/** Who refunded a sale, for its creator. */
const REFUNDERS: Record<string, string> = {
  operator: ', refunded by the operator',
  withdrawal: ', who withdrew from the contract',
  case: ', after the buyer reported that something is wrong',
  gateway: ', refunded at the payment provider',
}

/** News for a creator about recipes, sales and cases. */
export const CREATOR_KINDS = {
  sale: defineKind<{
    recipe: string
    workflowId: string
    cents: number
    tax: number
    share: number
  }>({
    group: 'sales',
    gathered: true,
    title: ({ recipe }) => `You sold “${recipe}”`,
    body: ({ cents, tax, share }) => [
      `A buyer paid ${formatCents(cents)}${tax ? `, with ${formatCents(tax)} of tax` : ''}; ${formatCents(share)} of it is yours.`,
    ],
    link: sales,
  }),
  sale_refunded: defineKind<{
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
  sale_refund_failed: defineKind<{
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
  digest: defineKind<{ count: number; share: number; list: string; until: string }>({
    group: 'sales',
    letterOnly: true,
    title: ({ count, share }) =>
      `${count === 1 ? 'A sale' : `${count} sales`}: ${formatCents(share)} is yours`,
    body: ({ list }) => list.split('\n'),
    link: earnings,
  }),
  case_opened: defineKind<CaseFacts & { answerBy: string }>({
    group: 'sales',
    title: ({ recipe }) => `A buyer says something is wrong with “${recipe}”`,
    body: ({ why, cents, answerBy, ...rest }) => [
      `The buyer paid ${formatCents(cents)} and says: ${why}.`,
      `Please answer, or give the money back, by ${formatDay(answerBy)}. After that we decide.`,
      ...testCase({ why, cents, ...rest }),
    ],
    link: saleCase,
  }),
  case_reminder: defineKind<CaseFacts & { answerBy: string }>({
    group: 'sales',
    title: ({ recipe }) => `One day left to answer a buyer of “${recipe}”`,
    body: ({ answerBy }) => [
      `Please answer, or give the money back, by ${formatDay(answerBy)}. After that we decide.`,
    ],
    link: saleCase,
  }),
  sale_case_closed: defineKind<CaseFacts & { outcome: string; decision: string | null }>({
    group: 'sales',
    title: ({ recipe }) => `The case of a buyer of “${recipe}” is closed`,
    body: ({ outcome, decision, ...rest }) => [
      outcome,
      ...(decision ? [`The reason: ${decision}`] : []),
      ...testCase(rest),
    ],
    link: saleCase,
  }),
  workflow_fault: defineKind<{
    recipe: string
    workflowId: string
    step: string | null
    reason: string
    /** "Look: Neon, Size: Large"; empty without a choice. */
    chosen: string
  }>({
    group: 'account',
    gathered: true,
    title: ({ recipe }) => `“${recipe}” has a fault`,
    body: ({ step, reason, chosen }) => [
      `A remix of it failed${step ? ` at step “${step}”` : ''}${chosen ? `, with ${chosen}` : ''}: ${reason}`,
      'Its buyer paid nothing, and was told only that the recipe has a fault.',
    ],
    link: ({ workflowId }) => ({ path: `/studio/recipes/${workflowId}`, label: 'Open the recipe' }),
  }),
  workflow_failing: defineKind<{
    recipe: string
    workflowId: string
    failed: number
    /** How many runs were counted. */
    judged: number
    step: string | null
    /** Of the newest failed run, in the provider's own words. */
    reason: string
  }>({
    group: 'account',
    title: ({ recipe }) => `“${recipe}” is paused: its remixes fail`,
    body: ({ failed, judged, step, reason }) => [
      `${failed === judged ? `Its last ${failed} remixes failed` : `${failed} of its last ${judged} remixes failed`}, so no new remix starts now. Buyers paid nothing for them.`,
      `The newest failed${step ? ` at step “${step}”` : ''}: ${reason}`,
      'One remix that delivers opens it again. We try by ourselves where the recipe needs no file and costs nothing; you can test it too, for free.',
    ],
    link: ({ workflowId }) => ({ path: `/studio/recipes/${workflowId}`, label: 'Open the recipe' }),
  }),
  workflow_works: defineKind<{ recipe: string; workflowId: string; by: string; since: string }>({
    group: 'account',
    title: ({ recipe }) => `“${recipe}” works again`,
    body: ({ by, since }) => [
      `${by === 'run' ? 'A remix' : 'A test'} of it delivered, so it can be remixed and bought again. It had been paused since ${formatDay(since)}, ${since.slice(11, 16)} UTC.`,
    ],
    link: ({ workflowId }) => ({ path: `/studio/recipes/${workflowId}`, label: 'Open the recipe' }),
  }),
  creator_approved: defineKind({
    group: 'account',
    title: () => 'You are an approved creator',
    body: () => [
      'You may publish recipes with every provider of this site, and as many as you like.',
    ],
    link: () => ({ path: '/studio', label: 'Open the studio' }),
  }),
  creator_declined: defineKind({
    group: 'account',
    title: () => 'You are not an approved creator yet',
    body: () => [
      'The operator has declined your request for now. Your recipes stay as they are, and you can ask again where a step needs it.',
    ],
    link: () => ({ path: '/studio', label: 'Open the studio' }),
  }),
} as const
