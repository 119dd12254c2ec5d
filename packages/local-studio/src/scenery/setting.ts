import type { Mood, Place, Season, Subject, Time, Weather } from '../drawing/lexicon.ts'
import { namedPlace } from '../drawing/named-place.ts'
import { choosePalette, type Palette } from '../drawing/palettes.ts'
import type { Random } from '../drawing/random.ts'
import type { Member, Wish } from '../drawing/read-cast.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import { type Room, roomNamed } from './room-named.ts'

/** A scene with every choice made: by the prompt's words first, then by the seed. */
export interface Setting {
  place: Place
  /** What a room is for. */
  room: Room
  time: Time
  weather: Weather
  season: Season
  mood: Mood | undefined
  palette: Palette
  wishes: Wish[]
  cast: Member[]
  /** Height of the horizon, as a share of the picture's height. */
  horizon: number
  lightX: number
  lightY: number
  /** Undefined if clouds hide the disc. */
  disc: 'sun' | 'moon' | undefined
  random: Random
}

export function has(setting: Setting, subject: Subject): Wish | undefined {
  return setting.wishes.find((wish) => wish.subject === subject)
}

export function chooseSetting(reading: Reading, random: Random): Setting {
  const place =
    namedPlace(reading) ??
    random.fork('place').pick(['mountains', 'sea', 'meadow', 'lake', 'forest', 'desert'] as const)
  const time = reading.time ?? (place === 'moon' ? 'night' : timeFrom(reading, random.fork('time')))
  const season =
    reading.season ??
    (place === 'snowfield' || reading.weather === 'snow'
      ? 'winter'
      : reading.wishes.some((wish) => wish.subject === 'blossom')
        ? 'spring'
        : 'summer')
  const weather =
    reading.weather ?? random.fork('weather').pick(['clear', 'clear', 'cloudy', 'mist'] as const)
  const wantsMoon = reading.wishes.some((wish) => wish.subject === 'moon')
  const wantsSun = reading.wishes.some((wish) => wish.subject === 'sun')
  const dim = weather === 'storm' || weather === 'rain'
  const dark = time === 'night' || time === 'dusk'
  const low = time === 'dawn' || time === 'golden' || time === 'sunset'
  const level = random.fork('horizon').between(0.56, 0.68)
  const horizon = place === 'room' ? 0.66 : place === 'beach' ? level - 0.06 : level
  const sky = random.fork('light')
  return {
    place,
    room: place === 'room' ? roomNamed(reading.words, reading.cast) : 'plain',
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
    cast: reading.cast,
    horizon,
    lightX: sky.chance(0.5) ? sky.between(0.24, 0.42) : sky.between(0.58, 0.76),
    lightY: low ? horizon - sky.between(0.08, 0.2) : sky.between(0.16, 0.28),
    disc:
      place === 'moon'
        ? undefined
        : wantsMoon
          ? 'moon'
          : wantsSun
            ? 'sun'
            : dim
              ? undefined
              : dark
                ? 'moon'
                : 'sun',
    random,
  }
}

function timeFrom(reading: Reading, random: Random): Time {
  const subjects = reading.wishes.map((wish) => wish.subject)
  if (subjects.includes('moon') || subjects.includes('stars')) return 'night'
  if (reading.weather === 'aurora' || subjects.includes('neon') || subjects.includes('fireworks'))
    return 'night'
  if (subjects.includes('fire')) return 'dusk'
  if (reading.weather === 'rainbow') return 'day'
  const blooming =
    reading.season === 'spring' || subjects.includes('flower') || subjects.includes('blossom')
  if (blooming || reading.mood === 'joyful')
    return random.pick(['day', 'day', 'golden', 'dawn'] as const)
  if (reading.mood === 'dark') return random.pick(['dusk', 'night'] as const)
  if (reading.mood === 'wistful') return random.pick(['dusk', 'dawn'] as const)
  return random.pick(['dawn', 'day', 'golden', 'sunset', 'dusk'] as const)
}

export function isWet(setting: Setting): boolean {
  return ['sea', 'tropics', 'lake', 'beach'].includes(setting.place)
}
