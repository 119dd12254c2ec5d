import { foldAccents } from './rules-accents.ts'

/** The words of a search without capitals, accents and signs. */
export function readSearchWords(text: string): string[] {
  return foldAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []
}
