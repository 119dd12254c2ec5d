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

/** News of a claim about rights: for whoever claims, by letter alone, and for whoever is claimed against. */
export const CLAIM_KINDS = {
  claim_received: defineKind<ClaimFacts & { due: string }>({
    group: 'money',
    letterOnly: true,
    title: ({ number }) => `We have your claim ${number}`,
    body: ({ what, due }) => [
      `It is about: ${what}. A person looks at it by ${formatUtcMoment(due)}.`,
      'We write to you when there is a decision. The page of the claim shows how it stands; whoever has this letter can open it.',
      'If you sent no claim, do nothing.',
    ],
    link: (facts) => claim(facts, 'Open the claim'),
  }),
} as const
