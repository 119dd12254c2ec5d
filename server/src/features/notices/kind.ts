import type { LetterGroup } from '@vignette/contract/letter-groups.ts'

/** What the words of a notice are made from. No prompt, input, picture or address is a fact. */
export type Facts = Record<string, string | number | boolean | null>

export interface NoticeLink {
  path: string
  label: string
  /** A visitor's letter leads there in any browser: a claim of this creation, or a receipt. */
  letter?: { claims: string } | { receipt: string }
}

/** One kind of notice: who may switch its letters off, and its words. */
export interface Kind<F extends Facts = Facts> {
  /** Letters of the group `money` cannot be switched off. */
  group: LetterGroup
  /** The subject of the letter, and the first line in the feed. */
  title(facts: F): string
  /** Whole sentences; each is a paragraph of the letter. */
  body(facts: F): string[]
  /** The page that shows more, by its path. */
  link(facts: F): NoticeLink | null
}
