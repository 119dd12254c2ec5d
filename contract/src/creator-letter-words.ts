/** What a creator's letter may hold, and how many of them go out. */
export const CREATOR_LETTER = {
  subjectMax: 80,
  bodyMax: 2_000,
  /** So many letters in any so many days. */
  most: 2,
  days: 30,
} as const

/** What a buyer agrees to by the tick; the words are kept with it. */
export const consentWords = (handle: string) =>
  `Letters from @${handle} about new recipes, twice a month at most`

/**
 * Why a text cannot go out in a letter, or undefined: it holds something that mail programs would make
 * a link of. A letter has one link, to the recipe or the creator's page.
 */
export function findAddress(text: string): string | undefined {
  // Full-width letters and dots lead to the same places.
  const plain = text.normalize('NFKC').replaceAll(/[。．｡]/g, '.')
  const found = plain
    .split(/\s/)
    .find((word) => /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}\p{L}/iu.test(word))
  return found && `must not hold addresses, and “${found.slice(0, 60)}” reads as one`
}

/** The paragraphs of a letter: each line is one. */
export const paragraphsOf = (body: string) =>
  body
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
