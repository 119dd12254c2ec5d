import {
  MOOD_WORDS,
  PLACE_WORDS,
  SEASON_WORDS,
  SUBJECT_WORDS,
  TIME_WORDS,
  WEATHER_WORDS,
} from './lexicon.ts'

/** The forms under which the lexicon may hold a word, the word itself first. */
export function formsOf(word: string): string[] {
  const forms = singularsOf(word)
  if (word.endsWith('y')) forms.push(word.slice(0, -1))
  if (word.endsWith('ing')) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`)
  if (word.endsWith('ed')) forms.push(word.slice(0, -2), word.slice(0, -1))
  return forms
}

/** The word, and what it is the plural of. */
export function singularsOf(word: string): string[] {
  const forms = [word]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`)
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1))
  return forms
}

export function meaningsIn<Key extends string>(
  words: string[],
  lexicon: Record<Key, string[]>,
): Key[] {
  const found: Key[] = []
  for (const word of words) {
    const forms = formsOf(word)
    for (const key of Object.keys(lexicon) as Key[]) {
      if (!found.includes(key) && forms.some((form) => lexicon[key].includes(form))) found.push(key)
    }
  }
  return found
}

const lists = (...lexicons: Record<string, string[]>[]) =>
  new Set(lexicons.flatMap((lexicon) => Object.values(lexicon).flat()))

const PAINTED = lists(SUBJECT_WORDS)
const SCENE = lists(PLACE_WORDS, TIME_WORDS, WEATHER_WORDS, SEASON_WORDS, MOOD_WORDS, SUBJECT_WORDS)

/** Whether a word changes the scene, and whether the word may also name a figure. */
export function meaningsOf(word: string): { scene: boolean; also: boolean } {
  const forms = formsOf(word)
  return {
    scene: forms.some((form) => SCENE.has(form)),
    also: !forms.some((form) => PAINTED.has(form)),
  }
}
