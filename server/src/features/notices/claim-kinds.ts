import { formatUtcMoment } from '@vignette/contract/dates.ts'
import { defineKind, type Facts, type NoticeLink } from './kind.ts'

interface ClaimFacts extends Facts {
  claimId: string
  number: string
  /** What the claim is about, in the words of its form. */
  what: string
}

const claim = ({ claimId, number }: ClaimFacts, label: string): NoticeLink => ({
  path: `/claims/${number}`,
  label,
  letter: { claim: claimId },
})

/** For the claimant: what was done, and the reason. */
interface ClaimantFacts extends ClaimFacts {
  due: string
  statement: string
  /** A counter-notice, and when all is shown again because of it. */
  objection: string
  until: string
}

/** For the owner of a claimed thing. */
interface OwnerFacts extends ClaimFacts {
  /** Of the thing that was claimed about. */
  title: string
  statement: string
  automated: boolean
  /** Whether earnings are held with it: a recipe under a claim of copyright. */
  holds: boolean
}

const reason = ({ statement }: { statement: string }) =>
  statement ? [`The reason: ${statement}`] : []

/** The statement of reasons: what was done, for which ground, why, by whom or what, and how to object. */
const reasons = (done: string, facts: OwnerFacts) => [
  `${done} The ground: a claim about “${facts.what}”.`,
  ...reason(facts),
  facts.automated
    ? 'This was done by the clock and not by a person.'
    : 'A person decided this, without software that judges.',
  ...(facts.holds
    ? [
        'What the recipe earned and had not cleared when the claim came is held until the claim ends; your page of earnings shows it. If the claim stands, it is held 90 days longer, so that buyers can ask for their money, and the rest is paid to you.',
      ]
    : []),
  'If you think that this is wrong, object on the page of the claim: it is free, and a person decides. You may also go to a court, or to a body for the settlement of disputes out of court.',
]

const claimant = {
  group: 'money',
  letterOnly: true,
  link: (facts: ClaimFacts) => claim(facts, 'Open the claim'),
} as const
const owner = {
  group: 'money',
  link: (facts: ClaimFacts) => claim(facts, 'Open the decision'),
} as const

/** News of a claim about rights: for the claimant, by letter alone, and for the owners of claimed things. */
export const CLAIM_KINDS = {
  claim_received: defineKind<ClaimantFacts>({
    ...claimant,
    title: ({ number }) => `We have your claim ${number}`,
    body: ({ what, due }) => [
      `It is about: ${what}. A person looks at it by ${formatUtcMoment(due)}.`,
      'We write to you when there is a decision. The page of the claim shows how it stands; whoever has this letter can open it.',
      'If you sent no claim, do nothing.',
    ],
  }),
  claim_acted: defineKind<ClaimantFacts>({
    ...claimant,
    title: ({ number }) => `Hidden for now: your claim ${number}`,
    body: (facts) => [
      'What your claim names is hidden from other people until there is a decision.',
      ...reason(facts),
    ],
  }),
  claim_followed: defineKind<ClaimantFacts>({
    ...claimant,
    title: ({ number }) => `Taken down: your claim ${number}`,
    body: (facts) => [
      'We followed your claim. What it names, and the copies that we found, are taken down.',
      ...reason(facts),
    ],
  }),
  claim_rejected: defineKind<ClaimantFacts>({
    ...claimant,
    title: ({ number }) => `Not followed: your claim ${number}`,
    body: (facts) => [
      'A person looked at your claim and did not follow it.',
      ...reason(facts),
      'If you think that this is wrong, send a new claim that says what we did not see, or go to a court.',
    ],
  }),
  claim_countered: defineKind<ClaimantFacts>({
    ...claimant,
    title: ({ number }) => `A counter-notice to your claim ${number}`,
    body: ({ objection, until }) => [
      'Whoever put up what you claim about says that it was removed by mistake:',
      objection,
      `It is shown again by itself after ${formatUtcMoment(until)}, unless you tell us before, on the page of the claim, that you asked a court to stop it.`,
    ],
  }),
  claim_restored: defineKind<ClaimantFacts>({
    ...claimant,
    title: ({ number }) => `Shown again: what your claim ${number} named`,
    body: (facts) => [
      'There was an objection, and what it is about is shown again.',
      ...reason(facts),
    ],
  }),
  claim_hidden: defineKind<OwnerFacts>({
    ...owner,
    title: ({ title }) => `“${title}” is hidden for now`,
    body: (facts) => reasons('Somebody claims a right, so other people cannot see it.', facts),
  }),
  claim_taken_down: defineKind<OwnerFacts>({
    ...owner,
    title: ({ title }) => `“${title}” was taken down`,
    body: (facts) => reasons('We followed a claim, so other people cannot see it any more.', facts),
  }),
  claim_shown: defineKind<OwnerFacts>({
    ...owner,
    title: ({ title }) => `“${title}” is shown again`,
    body: (facts) => [
      'It can be seen again as you set it.',
      ...(facts.holds ? ['Earnings that were held because of the claim are no longer held.'] : []),
      ...reason(facts),
    ],
  }),
  claim_objection_refused: defineKind<OwnerFacts>({
    ...owner,
    title: ({ number }) => `Your objection to claim ${number} was not followed`,
    body: (facts) => [
      'A person looked at it again. What was taken down stays so.',
      ...reason(facts),
      'You may go to a court, or to a body for the settlement of disputes out of court.',
    ],
  }),
} as const
