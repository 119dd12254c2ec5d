/** What a claim can be about, in the order of the form. */
export const CLAIM_KINDS = ['intimate', 'likeness', 'copyright', 'trademark', 'law'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

export const CLAIM_STATES = ['open', 'hidden', 'taken_down', 'rejected'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

export const CLAIM_HOURS = 48
/** When what a claim names is hidden by itself, where the kind asks for it. */
export const HIDE_HOURS = 44

export const CLAIM_LIMITS = { places: 4000, work: 2000, reason: 4000, contact: 500, signature: 200 }

export type ClaimField = 'places' | 'work' | 'reason' | 'email' | 'contact' | 'signature'

interface ClaimWords {
  title: string
  /** Who this is for, beside the title. */
  about: string
  /** What the field `work` asks for; absent where the kind has no such field. */
  work?: { label: string; hint: string }
  reason?: { label: string; hint: string; optional?: true }
  contact?: { label: string; hint: string; optional?: true }
  emailOptional?: true
  /** What the claimant confirms, word for word; kept with the claim. */
  sworn: readonly string[]
  /**
   * Whether it is hidden by itself at `HIDE_HOURS`. So are the kinds for which a law asks for speed
   * after a complete notice; the others need a person's judgement, and no law names hours.
   */
  hides: boolean
}

const REACH = {
  label: 'Postal address or telephone number',
  hint: 'The law asks for a way to reach you besides e-mail.',
}

/** The fields that the statutes name: Take It Down Act, DMCA 512(c)(3), EU DSA Article 16. */
export const CLAIM_WORDS: Record<ClaimKind, ClaimWords> = {
  intimate: {
    title: 'An intimate picture of me',
    about: 'A naked or sexual picture or film of a person who did not agree, real or made by AI.',
    work: {
      label: 'What it shows',
      hint: 'A few words, so that we find the right one. Do not send the picture.',
    },
    reason: {
      label: 'What else we should know',
      hint: 'For example, why the person did not agree.',
      optional: true,
    },
    contact: {
      label: 'Another way to reach you',
      hint: 'A telephone number, for example.',
      optional: true,
    },
    emailOptional: true,
    sworn: [
      'I believe in good faith that the person shown did not agree to this being published.',
      'I am the person shown, or I may act for that person.',
    ],
    hides: true,
  },
  likeness: {
    title: 'My face, voice or name',
    about: 'A real person is imitated without having agreed.',
    work: { label: 'Who is shown or heard', hint: 'And how a stranger can recognise the person.' },
    reason: { label: 'Why this is not allowed', hint: 'Say what is wrong in your own words.' },
    sworn: [
      'I believe in good faith that what I write here is right and complete.',
      'I am the person imitated, or I may act for that person.',
    ],
    hides: false,
  },
  copyright: {
    title: 'Copyright',
    about: 'Something here copies a work of yours, or of somebody for whom you act.',
    work: {
      label: 'The work that was copied',
      hint: 'Its title and where it can be seen, or a list of the works.',
    },
    contact: REACH,
    sworn: [
      'I believe in good faith that this use is not authorised by the owner of the copyright, its agent or the law.',
      'What I write in this notice is accurate and, under penalty of perjury, I am the owner of the right, or may act for the owner.',
    ],
    hides: true,
  },
  trademark: {
    title: 'Trademark',
    about: 'A mark of yours is used so that people may take this for yours.',
    work: {
      label: 'The mark',
      hint: 'With its registration number and country, where it has one.',
    },
    reason: {
      label: 'Why this is not allowed',
      hint: 'Say what people may mistake, and for what.',
    },
    sworn: [
      'I believe in good faith that what I write here is right and complete.',
      'I am the owner of the mark, or I may act for the owner.',
    ],
    hides: false,
  },
  law: {
    title: 'Another law',
    about: 'Something here is illegal for another reason.',
    reason: {
      label: 'Why this is illegal',
      hint: 'Name the law and the country where you can.',
    },
    sworn: ['I believe in good faith that what I write here is right and complete.'],
    hides: false,
  },
}

export const OBJECTION_LIMITS = { text: 4000, contact: 500, signature: 200 }

/** What 17 U.S.C. 512(g)(3) asks to be confirmed. */
export const COUNTER_NOTICE = [
  'Under penalty of perjury: I believe in good faith that this was removed by mistake or because it was taken for something else.',
  'I agree to the jurisdiction of the federal court of the district of my address, or, outside the United States, of any district where this site may be found, and I accept service of process from whoever claims, or their agent.',
]
