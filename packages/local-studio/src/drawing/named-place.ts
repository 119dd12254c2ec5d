import { placeOfCast } from '../scenery/place-of-cast.ts'
import { PLACE_WORDS, type Place, type Subject } from './lexicon.ts'
import { meaningsIn } from './meanings.ts'
import type { Reading } from './read-prompt.ts'

const PLACE_OF: Partial<Record<Subject, Place>> = {
  lighthouse: 'sea',
  wave: 'sea',
  house: 'meadow',
  tree: 'meadow',
  palm: 'tropics',
  cactus: 'desert',
  flower: 'meadow',
  blossom: 'meadow',
  castle: 'mountains',
  mountain: 'mountains',
  balloon: 'meadow',
  windmill: 'meadow',
  neon: 'street',
  fireworks: 'city',
  fire: 'forest',
}

const STRONG = ['moon', 'underwater', 'room', 'street', 'beach'] as const

/** The place of a landscape, where the words name one or suggest one. */
export function namedPlace(reading: Reading): Place | undefined {
  const places = reading.places.filter((place) => place !== 'space' && place !== 'garden')
  const seen = namesOnlyWindows(reading) ? places.filter((place) => place !== 'room') : []
  return (
    combine(seen.length > 0 ? seen : places, reading) ??
    reading.wishes.map(({ subject }) => PLACE_OF[subject]).find(Boolean) ??
    placeOfCast(reading.cast) ??
    (reading.places.includes('garden') ? 'meadow' : undefined)
  )
}

/** "Mountains" with "lake" gives a mountain lake; otherwise the first place wins. */
function combine(places: Place[], { wishes, cast }: Reading): Place | undefined {
  const strong = STRONG.find((place) => places.includes(place))
  if (strong) return strong
  const seafaring =
    wishes.some(({ subject }) => PLACE_OF[subject] === 'sea') || placeOfCast(cast) === 'sea'
  if (places.includes('sea') && seafaring) return 'sea'
  if (places.includes('mountains') && places.includes('lake')) return 'lake'
  if (places.includes('tropics') || (places.includes('sea') && places.includes('desert')))
    return 'tropics'
  return places[0]
}

/** "A harbour and warm windows" is no room, although windows alone are one. */
function namesOnlyWindows({ things }: Reading): boolean {
  return things
    .filter(({ as, key }) => as === 'scene' && meaningsIn([key], PLACE_WORDS).includes('room'))
    .every(({ key }) => key === 'windows')
}

/** What else a place's picture shows. */
const ALSO: Partial<Record<Place, readonly Place[]>> = {
  street: ['city'],
  city: ['street'],
  beach: ['sea', 'tropics'],
  tropics: ['sea', 'beach'],
  underwater: ['sea'],
  lake: ['mountains', 'forest'],
  mountains: ['forest', 'snowfield'],
  snowfield: ['mountains', 'forest'],
  forest: ['mountains'],
  meadow: ['garden'],
  sea: ['beach'],
  moon: ['space'],
}

export function shows(drawn: Place | undefined, wanted: Place): boolean {
  return drawn === wanted || (drawn !== undefined && (ALSO[drawn] ?? []).includes(wanted))
}

/** The places with water, which "water" itself does not ask for. */
const WATERS: ReadonlySet<Place> = new Set(['lake', 'sea', 'beach', 'tropics', 'underwater'])

export const hasWater = (drawn: Place | undefined) => drawn !== undefined && WATERS.has(drawn)
