import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { StyleName } from './catalogue.ts'
import { namedStyle } from './named-style.ts'

/** The style that the prompt names or suggests; otherwise the seed chooses. */
export function chooseStyle(reading: Reading, prompt: string, random: Random): StyleName {
  const named = namedStyle(reading, prompt)
  if (named) return named
  const [place] = reading.places
  if (place === 'garden' && reading.places.length === 1)
    return reading.cast.length + reading.wishes.length > 0
      ? 'landscape'
      : random.pick(['botanical', 'landscape'])
  const outdoors = reading.places.length > 0 || reading.time || reading.weather || reading.season
  if (outdoors) return random.pick(['landscape', 'landscape', 'landscape', 'painterly'])
  if (reading.wishes.length + reading.cast.length > 0)
    return random.pick(['poster', 'landscape', 'painterly'])
  return random.pick(['abstract', 'geometric', 'poster', 'abstract'])
}
