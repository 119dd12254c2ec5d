import { BUYER_KINDS } from './buyer-kinds.ts'
import { CLAIM_KINDS } from './claim-kinds.ts'
import { CREATOR_KINDS } from './creator-kinds.ts'
import { DISPUTE_KINDS } from './dispute-kinds.ts'
import { defineKind, type Facts, type Kind } from './kind.ts'
import { PAYOUT_KINDS } from './payout-kinds.ts'

const count = (number: number, word: string) =>
  number === 0 ? [] : [number === 1 ? `1 ${word}` : `${number} ${word}s`]

const words = {
  group: 'money',
  title: (facts) =>
    `${nameAll(facts)} ${(facts.claims ?? 0) + facts.reports + facts.objections + facts.cases === 1 ? 'waits' : 'wait'} for you`,
  body: ({ claims, reports, objections, cases }) => [
    ...(claims
      ? ['Somebody claims a right. The law gives hours, and the console shows how many are left.']
      : []),
    ...(reports + objections > 0 ? ['Look at what is reported, and hide it or leave it.'] : []),
    ...(cases > 0 ? ['Buyer and creator wait for your decision about the money.'] : []),
  ],
  link: ({ claims, reports, objections }) =>
    claims
      ? { path: '/admin/claims', label: 'Open the claims' }
      : reports + objections > 0
        ? { path: '/admin', label: 'Open the reports' }
        : { path: '/admin/cases', label: 'Open the cases' },
} as const satisfies Parameters<typeof defineKind<Waits>>[0]

/** What waits for the operators: in the feed at once, in letters at most one an hour. */
const OPERATOR_KINDS = {
  waiting: defineKind<Waits>({ ...words, feedOnly: true }),
  waiting_letter: defineKind<Waits>({ ...words, letterOnly: true }),
} as const

/** News for an account about neither its purchases nor its sales. */
const ACCOUNT_KINDS = {
  new_workflow: defineKind<{ handle: string; recipe: string; workflowId: string }>({
    group: 'account',
    feedOnly: true,
    title: ({ handle, recipe }) => `New from @${handle}: “${recipe}”`,
    body: () => ['You are told because you follow its creator.'],
    link: ({ workflowId }) => ({ path: `/workflows/${workflowId}`, label: 'Open the recipe' }),
  }),
  creator_letter: defineKind<{
    handle: string
    subject: string
    letterId: string
    creatorId: string
  }>({
    group: 'letters',
    // The name stands first, so that no subject passes for the site's own words.
    title: ({ handle, subject }) => `@${handle}: ${subject}`,
    body: () => ['A letter of a creator whom you follow, or whose letters you asked for.'],
    link: ({ letterId }) => ({ path: `/letters/${letterId}`, label: 'Read the letter' }),
  }),
  confirm_letters: defineKind<{ handle: string; consentId: string }>({
    group: 'letters',
    letterOnly: true,
    title: ({ handle }) => `Do you want letters from @${handle}?`,
    body: ({ handle }) => [
      `A buyer of a recipe of @${handle} asked that letters about new recipes come to this address, twice a month at most.`,
      'If that was you, press the button. If not, do nothing: no letter comes, and the address is deleted in seven days.',
    ],
    link: ({ consentId }) => ({
      path: '/notices',
      label: 'Yes, send them to me',
      letter: { confirms: consentId },
    }),
  }),
  hidden: defineKind<{ title: string; path: string; reason: string }>({
    group: 'account',
    title: ({ title }) => `“${title}” is hidden`,
    body: ({ reason }) => [
      `It was reported (${reason}), and a person decided to hide it. You still see it; other people do not.`,
      'If you think that this is wrong, write to the operator and say why.',
    ],
    link: ({ path }) => ({ path, label: 'Open the page' }),
  }),
  removed: defineKind<{ title: string; path: string; reason: string }>({
    group: 'account',
    title: ({ title }) => `“${title}” was taken down`,
    body: ({ reason }) => [
      `A person who runs this site took it down (${reason}). What was paid for is still made, and buyers keep what they have.`,
      'If you think that this is wrong, write to the operator and say why.',
    ],
    link: () => ({ path: '/studio/recipes', label: 'Open your recipes' }),
  }),
} as const

/** Every kind of notice. A new kind is one entry in its audience's file; `tell` then takes its facts. */
export const NOTICE_KINDS = {
  ...ACCOUNT_KINDS,
  ...BUYER_KINDS,
  ...CLAIM_KINDS,
  ...CREATOR_KINDS,
  ...DISPUTE_KINDS,
  ...OPERATOR_KINDS,
  ...PAYOUT_KINDS,
} as const

const all: Record<string, Kind> = NOTICE_KINDS

/** The notices of these kinds, and their letters, stay when their account is deleted. */
export const OUTLIVING_KINDS = Object.keys(all).filter((name) => all[name]?.outlives)

export const GATHERED_KINDS = Object.keys(all).filter((name) => all[name]?.gathered)

export const LETTER_ONLY_KINDS = Object.keys(all).filter((name) => all[name]?.letterOnly)

type NoticeKinds = typeof NOTICE_KINDS

export type NoticeKind = keyof NoticeKinds

export type FactsOf<K extends NoticeKind> = NoticeKinds[K] extends Kind<infer F> ? F : never

/** How many wait; `newest` is when the youngest of them was told. */
interface Waits extends Facts {
  /** Nothing in notices of earlier versions. */
  claims: number | null
  reports: number
  objections: number
  cases: number
  newest: string
}

function nameAll({ claims, reports, objections, cases }: Waits): string {
  const names = [
    ...count(claims ?? 0, 'claim'),
    ...count(reports, 'report'),
    ...count(objections, 'objection'),
    ...count(cases, 'case'),
  ]
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}
