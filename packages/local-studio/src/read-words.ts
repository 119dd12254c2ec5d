import { PLACE_WORDS, SUBJECT_WORDS, TIME_WORDS, WEATHER_WORDS } from './drawing/lexicon.ts'
import { meaningsIn } from './drawing/meanings.ts'
import { namedPlace, shows } from './drawing/named-place.ts'
import { type Reading, readPrompt } from './drawing/read-prompt.ts'
import { SIGN_OF } from './figures/sign-of.ts'
import { STYLES, type StyleName } from './styles/catalogue.ts'
import { namedStyle } from './styles/named-style.ts'

/** The words of a prompt that a picture will show, and those that it will not, as written. */
export interface WordsRead {
  drawn: string[]
  missing: string[]
}

let last: { prompt: string; reading: Reading } | undefined

/** The steps of a recipe ask about one text, one after the other. */
function readOnce(prompt: string): Reading {
  if (last?.prompt !== prompt) last = { prompt, reading: readPrompt(prompt) }
  return last.reading
}

/** The same reading as the painters', without a canvas; `auto` and other names mean any style. */
export function readWords(prompt: string, style: unknown): WordsRead {
  const reading = readOnce(prompt)
  const wanted = STYLES.find(
    (one) => typeof style === 'string' && one === style.trim().toLowerCase(),
  )
  const painter = wanted ?? namedStyle(reading, prompt) ?? 'landscape'
  const place = namedPlace(reading)
  const drawn = new Set<string>()
  const missing = new Set<string>()
  for (const { text, as, key } of reading.things) {
    const shown =
      as === 'figure'
        ? painter !== 'abstract'
        : as === 'scene' && showsScene(painter, key, place, reading)
    ;(shown ? drawn : missing).add(text)
  }
  return { drawn: [...drawn], missing: [...missing].filter((text) => !drawn.has(text)) }
}

function showsScene(
  style: StyleName,
  word: string,
  place: ReturnType<typeof namedPlace>,
  reading: Reading,
): boolean {
  const subjects = meaningsIn([word], SUBJECT_WORDS)
  const places = meaningsIn([word], PLACE_WORDS)
  const passing =
    meaningsIn([word], TIME_WORDS).length + meaningsIn([word], WEATHER_WORDS).length > 0
  if (style === 'abstract') return false
  if (style === 'geometric') return subjects.some((subject) => SIGN_OF[subject])
  if (style === 'botanical')
    return (
      places.includes('garden') || subjects.some((one) => one === 'flower' || one === 'blossom')
    )
  if (style === 'cosmos')
    return (
      places.includes('space') || subjects.some((one) => ['moon', 'planet', 'stars'].includes(one))
    )
  if (subjects.includes('planet')) return false
  if (passing) return true
  if (subjects.some((subject) => subject !== 'mountain' && subject !== 'wave')) return true
  if (places.length === 0) return true
  return places.some((wanted) => shows(place, wanted)) || reading.places.length === 0
}
