import type { Mood, Place, Season, Subject, Time, Weather } from '../drawing/lexicon.ts'
import { choosePalette, type Palette } from '../drawing/palettes.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading, Wish } from '../drawing/read-prompt.ts'

/** A scene with every choice made: by the prompt's words first, then by the seed. */
export interface Setting {
  place: Place
  time: Time
  weather: Weather
  season: Season
  mood: Mood | undefined
  palette: Palette
  wishes: Wish[]
  /** Height of the horizon, as a share of the picture's height. */
  horizon: number
  lightX: number
  lightY: number
  /** Undefined if clouds hide the disc. */
  disc: 'sun' | 'moon' | undefined
  random: Random
}

const PLACE_OF: Partial<Record<Subject, Place>> = {
  boat: 'sea',
  lighthouse: 'sea',
  whale: 'sea',
  fish: 'sea',
  wave: 'sea',
  house: 'meadow',
  cat: 'city',
  dog: 'meadow',
  fox: 'forest',
  deer: 'forest',
  rabbit: 'meadow',
  owl: 'forest',
  bear: 'mountains',
  horse: 'meadow',
  elephant: 'desert',
  butterfly: 'meadow',
  tree: 'meadow',
  palm: 'tropics',
  cactus: 'desert',
  flower: 'meadow',
  mushroom: 'forest',
  train: 'mountains',
  castle: 'mountains',
  mountain: 'mountains',
  balloon: 'meadow',
  bicycle: 'city',
  windmill: 'meadow',
  rocket: 'desert',
  fire: 'forest',
  umbrella: 'city',
}

export function has(setting: Setting, subject: Subject): Wish | undefined {
  return setting.wishes.find((wish) => wish.subject === subject)
}

export function chooseSetting(reading: Reading, random: Random): Setting {
  const named = reading.wishes.map((wish) => PLACE_OF[wish.subject]).find(Boolean)
  const outdoors = reading.places.filter((place) => place !== 'space' && place !== 'garden')
  const place =
    combine(outdoors, reading) ??
    named ??
    (reading.places.includes('garden') ? 'meadow' : undefined) ??
    random.fork('place').pick(['mountains', 'sea', 'meadow', 'lake', 'forest', 'desert'] as const)
  const time = reading.time ?? timeFrom(reading, random.fork('time'))
  const season =
    reading.season ?? (place === 'snowfield' || reading.weather === 'snow' ? 'winter' : 'summer')
  const weather =
    reading.weather ?? random.fork('weather').pick(['clear', 'clear', 'cloudy', 'mist'] as const)
  const wantsMoon = reading.wishes.some((wish) => wish.subject === 'moon')
  const wantsSun = reading.wishes.some((wish) => wish.subject === 'sun')
  const dim = weather === 'storm' || weather === 'rain'
  const dark = time === 'night' || time === 'dusk'
  const low = time === 'dawn' || time === 'golden' || time === 'sunset'
  const horizon = random.fork('horizon').between(0.56, 0.68)
  const sky = random.fork('light')
  return {
    place,
    time,
    weather,
    season,
    mood: reading.mood,
    palette: choosePalette(
      time,
      random.fork('palette'),
      reading.colours,
      dim ? 'dark' : reading.mood,
    ),
    wishes: reading.wishes,
    horizon,
    lightX: sky.chance(0.5) ? sky.between(0.24, 0.42) : sky.between(0.58, 0.76),
    lightY: low ? horizon - sky.between(0.08, 0.2) : sky.between(0.16, 0.28),
    disc: wantsMoon ? 'moon' : wantsSun ? 'sun' : dim ? undefined : dark ? 'moon' : 'sun',
    random,
  }
}

/** "Mountains" with "lake" gives a mountain lake; otherwise the first place wins. */
function combine(places: Place[], { wishes }: Reading): Place | undefined {
  const seafaring = wishes.some(({ subject }) => PLACE_OF[subject] === 'sea')
  if (places.includes('sea') && seafaring) return 'sea'
  if (places.includes('mountains') && places.includes('lake')) return 'lake'
  if (places.includes('tropics') || (places.includes('sea') && places.includes('desert')))
    return 'tropics'
  return places[0]
}

function timeFrom(reading: Reading, random: Random): Time {
  const subjects = reading.wishes.map((wish) => wish.subject)
  if (subjects.includes('moon') || subjects.includes('stars')) return 'night'
  if (reading.weather === 'aurora' || subjects.includes('owl')) return 'night'
  if (subjects.includes('fire')) return 'dusk'
  if (reading.weather === 'rainbow') return 'day'
  const blooming = reading.season === 'spring' || subjects.includes('flower')
  if (blooming || reading.mood === 'joyful')
    return random.pick(['day', 'day', 'golden', 'dawn'] as const)
  if (reading.mood === 'dark') return random.pick(['dusk', 'night'] as const)
  if (reading.mood === 'wistful') return random.pick(['dusk', 'dawn'] as const)
  return random.pick(['dawn', 'day', 'golden', 'sunset', 'dusk'] as const)
}

export function isWet(setting: Setting): boolean {
  return setting.place === 'sea' || setting.place === 'tropics' || setting.place === 'lake'
}
