import type { LetterGroup } from '@vignette/contract/letter-groups.ts'

/** What the words of a notice are made from. No prompt, picture, address or words of a buyer are facts. */
export type Facts = Record<string, string | number | boolean | null>

export interface NoticeLink {
  path: string
  label: string
  /**
   * The letter leads there in any browser: a visitor to a claim of a creation or to a receipt, the
   * owner of a deleted account to the money that was left, the reader of an address to its confirmation,
   * the owner of a claimed thing to the page of that claim.
   */
  letter?:
    | { claims: string }
    | { receipt: string }
    | { leaves: string }
    | { confirms: string }
    | { claim: string }
}

/** One kind of notice: who may switch its letters off, and its words. */
export interface Kind<F extends Facts = Facts> {
  /** Letters of the group `money` cannot be switched off. */
  group: LetterGroup
  /** Letters about this kind are gathered into one a day. */
  gathered?: true
  /** Stands in the feed alone: no letter is sent. */
  feedOnly?: true
  /** Stands in a letter alone, and not in the feed. */
  letterOnly?: true
  /** A payer by a link gets a copy of the letter. */
  forPayer?: true
  /** Told while an account is deleted, and kept after it. */
  outlives?: true
  /** The subject of the letter, and the first line in the feed. */
  title(facts: F): string
  /** Whole sentences; each is a paragraph of the letter. */
  body(facts: F): string[]
  /** Numbers that a question about it needs: in the letter alone, in small. */
  details?(facts: F): string[]
  /** The page that shows more, by its path. */
  link(facts: F): NoticeLink | null
}

/** The type argument names the facts that `tell` asks for and the words are made from. */
export const defineKind = <F extends Facts>(words: Kind<F>): Kind<F> => words

/** Facts of a buyer's case; neither side's words are among them. */
export interface CaseFacts extends Facts {
  recipe: string
  /** The payment's id. */
  number: string
  cents: number
  creationId: string | null
  test: boolean
  /** The reason that the buyer chose. */
  why: string
}

export const testCase = ({ test }: CaseFacts) =>
  test ? ['This was a test payment: no money moved.'] : []
