import { defineKind, type Facts } from './kind.ts'

/** How many wait; `newest` is when the youngest of them was told. */
interface Waits extends Facts {
  reports: number
  objections: number
  cases: number
  newest: string
}

const count = (number: number, word: string) =>
  number === 0 ? [] : [number === 1 ? `1 ${word}` : `${number} ${word}s`]

function nameAll({ reports, objections, cases }: Waits): string {
  const names = [
    ...count(reports, 'report'),
    ...count(objections, 'objection'),
    ...count(cases, 'case'),
  ]
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

const words = {
  group: 'money',
  title: (facts) =>
    `${nameAll(facts)} ${facts.reports + facts.objections + facts.cases === 1 ? 'waits' : 'wait'} for you`,
  body: ({ reports, objections, cases }) => [
    ...(reports + objections > 0 ? ['Look at what is reported, and hide it or leave it.'] : []),
    ...(cases > 0 ? ['Buyer and creator wait for your decision about the money.'] : []),
  ],
  link: ({ reports, objections }) =>
    reports + objections > 0
      ? { path: '/admin', label: 'Open the reports' }
      : { path: '/admin/cases', label: 'Open the cases' },
} as const satisfies Parameters<typeof defineKind<Waits>>[0]

/** What waits for the operators: in the feed at once, in letters at most one an hour. */
export const OPERATOR_KINDS = {
  waiting: defineKind<Waits>({ ...words, feedOnly: true }),
  waiting_letter: defineKind<Waits>({ ...words, letterOnly: true }),
} as const
