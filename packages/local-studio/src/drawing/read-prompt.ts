import type { Colour } from './colour.ts'
import {
  MOOD_WORDS,
  type Mood,
  PLACE_WORDS,
  type Place,
  SEASON_WORDS,
  type Season,
  STOP_WORDS,
  SUBJECT_WORDS,
  TIME_WORDS,
  type Time,
  WEATHER_WORDS,
  type Weather,
} from './lexicon.ts'
import { meaningsIn } from './meanings.ts'
import { type Member, readCast, type Spoken, type Wish } from './read-cast.ts'

/** The wishes that a prompt's words express. Absent means that the words leave the choice open. */
export interface Reading {
  /** The significant words, in lower case, in order. */
  words: string[]
  /** Lettering: the quoted text, else the significant words. */
  title: string
  /** A poster's small line, where the call gives one. */
  caption?: string
  places: Place[]
  time?: Time
  weather?: Weather
  season?: Season
  mood?: Mood
  colours: Colour[]
  wishes: Wish[]
  /** The figures, in the order of their words. */
  cast: Member[]
  /** The nouns as they were written, and what became of each. */
  things: Spoken['things']
  /** The words that fix a composition: the same place at another hour keeps its shapes. */
  scene: string
}

const TITLE_WORDS = 4
const TITLE_LENGTH = 30
const WHOLE_LENGTH = 24

const SKY_SUBJECTS = ['sun', 'moon', 'stars'] as const

/** Hours, weather and lights of the sky change; the land under the sky does not. */
function isPassing(word: string): boolean {
  return (
    word === 'hour' ||
    meaningsIn([word], TIME_WORDS).length > 0 ||
    meaningsIn([word], WEATHER_WORDS).length > 0 ||
    meaningsIn([word], SUBJECT_WORDS).some((subject) => SKY_SUBJECTS.some((sky) => sky === subject))
  )
}

export function readPrompt(prompt: string): Reading {
  const plain = prompt
    .toLowerCase()
    .replaceAll(/blue hour/g, 'blue-hour')
    .replaceAll(/northern lights/g, 'northern-lights')
    .replaceAll(/[^\p{L}\p{N}'-]+/gu, ' ')
    .trim()
  const all = plain.split(' ').filter(Boolean).slice(0, 200)
  const words = all.filter((word) => !STOP_WORDS.has(word))
  const { cast, colours, things, wishes, scene } = readCast(prompt)
  const time = meaningsIn(words, TIME_WORDS)[0]
  const weathers = meaningsIn(words, WEATHER_WORDS)
  // Lights in the sky are seen over snow too, which then lies.
  const weather = weathers.find((one) => one === 'aurora' || one === 'rainbow') ?? weathers[0]
  const season =
    meaningsIn(words, SEASON_WORDS)[0] ?? (weathers.includes('snow') ? 'winter' : undefined)
  const mood = meaningsIn(words, MOOD_WORDS)[0]
  return {
    words,
    title: titleOf(prompt, words),
    places: meaningsIn(scene, PLACE_WORDS),
    colours: [...new Set(colours)].slice(0, 4),
    wishes: wishes.slice(0, 6),
    cast,
    things,
    scene: words.filter((word) => !isPassing(word)).join(' '),
    ...(time ? { time } : {}),
    ...(weather ? { weather } : {}),
    ...(season ? { season } : {}),
    ...(mood ? { mood } : {}),
  }
}

function titleOf(prompt: string, words: string[]): string {
  const quoted = /["“«]([^"”»]{1,60})["”»]/u.exec(prompt)?.[1]?.trim()
  if (quoted) return quoted
  // A short prompt is the best title, small words included.
  const whole = prompt.trim().replaceAll(/\s+/g, ' ')
  if (whole && whole.length <= WHOLE_LENGTH) return whole
  const chosen: string[] = []
  for (const word of words) {
    if (chosen.length === TITLE_WORDS || [...chosen, word].join(' ').length > TITLE_LENGTH) break
    chosen.push(word)
  }
  return chosen.join(' ') || words[0]?.slice(0, TITLE_LENGTH) || 'Untitled'
}
