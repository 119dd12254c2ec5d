import { PLACE_WORDS, SUBJECT_WORDS, TIME_WORDS, WEATHER_WORDS } from './drawing/lexicon.ts'
import { meaningsIn } from './drawing/meanings.ts'
import { hasWater, namedPlace, shows } from './drawing/named-place.ts'
import { type Reading, readPrompt } from './drawing/read-prompt.ts'
import { SIGN_BY_WORD } from './figures/signs-by-word.ts'
import { STYLES, type StyleName } from './styles/catalogue.ts'
import { namedStyle } from './styles/named-style.ts'

/** The words of a prompt that a picture will show, and those that it will not, as written. */
export interface WordsRead {
  drawn: string[]
  missing: string[]
}

const KEPT = 50
const readings = new Map<string, Reading>()

/** The inputs and steps of a recipe ask about the same few texts, one after the other. */
function readOnce(prompt: string): Reading {
  const known = readings.get(prompt)
  if (known) return known
  if (readings.size >= KEPT) readings.clear()
  const reading = readPrompt(prompt)
  readings.set(prompt, reading)
  return reading
}

/**
 * The same reading as the painters', without a canvas; `auto` and other names mean any style. The
 * answer is about `text` alone; `prompt`, of which the text is a part, decides style and place.
 */
export function readWords(text: string, style: unknown, prompt = text): WordsRead {
  const whole = readOnce(prompt)
  const wanted = STYLES.find(
    (one) => typeof style === 'string' && one === style.trim().toLowerCase(),
  )
  const painter = wanted ?? namedStyle(whole, prompt) ?? 'landscape'
  const place = namedPlace(whole)
  const drawn = new Set<string>()
  const missing = new Set<string>()
  for (const thing of readOnce(text).things) {
    const { as, key } = thing
    const shown =
      as === 'figure'
        ? painter !== 'abstract'
        : (as === 'scene' || isWater(key)) && showsScene(painter, key, place, whole)
    ;(shown ? drawn : missing).add(thing.text)
  }
  return { drawn: [...drawn], missing: [...missing].filter((one) => !drawn.has(one)) }
}

const isWater = (word: string) => /^waters?$/.test(word)

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
  if (style === 'geometric' || style === 'emblem')
    return subjects.some((subject) => SIGN_BY_WORD[subject])
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
  // A poster without a named place shows things alone.
  if (isWater(word)) return hasWater(place) && (style !== 'poster' || reading.places.length > 0)
  if (subjects.some((subject) => subject !== 'mountain' && subject !== 'wave')) return true
  if (places.length === 0) return true
  return places.some((wanted) => shows(place, wanted)) || reading.places.length === 0
}
