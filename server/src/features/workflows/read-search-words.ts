import { foldAccents } from './rules-accents.ts'

/**
 * What a search reads of its text. Each word is looked for among all recipes, and once more where no
 * recipe is found; one sign can stand for eighteen letters.
 */
const READ = { words: 16, letters: 60 }

/** The words of a search without capitals, accents and signs. */
export function readSearchWords(text: string): string[] {
  const words = foldAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, READ.words).map((word) => Array.from(word).slice(0, READ.letters).join(''))
}
