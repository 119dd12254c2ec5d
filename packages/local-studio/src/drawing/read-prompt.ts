import type { Colour } from './colour.ts'
import {
  COLOUR_WORDS,
  COUNT_WORDS,
  MOOD_WORDS,
  type Mood,
  PLACE_WORDS,
  type Place,
  SEASON_WORDS,
  type Season,
  STOP_WORDS,
  SUBJECT_WORDS,
  type Subject,
  TIME_WORDS,
  type Time,
  WEATHER_WORDS,
  type Weather,
} from './lexicon.ts'

export interface Wish {
  subject: Subject
  count: number
}

/** The wishes that a prompt's words express. Absent means that the words leave the choice open. */
export interface Reading {
  /** The significant words, in lower case, in order. */
  words: string[]
  /** Lettering: the quoted text, else the significant words. */
  title: string
  places: Place[]
  time?: Time
  weather?: Weather
  season?: Season
  mood?: Mood
  colours: Colour[]
  wishes: Wish[]
  /** The words that fix a composition: the same place at another hour keeps its shapes. */
  scene: string
}

const TITLE_WORDS = 4
const TITLE_LENGTH = 30
const WHOLE_LENGTH = 24

/** The forms under which the lexicon may hold a word, the word itself first. */
function formsOf(word: string): string[] {
  const forms = [word]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`)
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('s')) forms.push(word.slice(0, -1))
  if (word.endsWith('y')) forms.push(word.slice(0, -1))
  if (word.endsWith('ing')) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`)
  if (word.endsWith('ed')) forms.push(word.slice(0, -2), word.slice(0, -1))
  return forms
}

function meaningsIn<Key extends string>(words: string[], lexicon: Record<Key, string[]>): Key[] {
  const found: Key[] = []
  for (const word of words) {
    const forms = formsOf(word)
    for (const key of Object.keys(lexicon) as Key[]) {
      if (!found.includes(key) && forms.some((form) => lexicon[key].includes(form))) found.push(key)
    }
  }
  return found
}

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
  const time = meaningsIn(words, TIME_WORDS)[0]
  const weather = meaningsIn(words, WEATHER_WORDS)[0]
  const season = meaningsIn(words, SEASON_WORDS)[0]
  const mood = meaningsIn(words, MOOD_WORDS)[0]
  return {
    words,
    title: titleOf(prompt, words),
    places: meaningsIn(words, PLACE_WORDS),
    colours: coloursIn(words),
    wishes: wishesIn(all),
    scene: words.filter((word) => !isPassing(word)).join(' '),
    ...(time ? { time } : {}),
    ...(weather ? { weather } : {}),
    ...(season ? { season } : {}),
    ...(mood ? { mood } : {}),
  }
}

function coloursIn(words: string[]): Colour[] {
  const colours: Colour[] = []
  for (const word of words) {
    // "Golden hour" names a time of day, not a colour.
    if (word === 'golden') continue
    const form = formsOf(word).find((candidate) => COLOUR_WORDS.has(candidate))
    const colour = form === undefined ? undefined : COLOUR_WORDS.get(form)
    if (colour && !colours.includes(colour)) colours.push(colour)
  }
  return colours.slice(0, 4)
}

function wishesIn(words: string[]): Wish[] {
  const wishes: Wish[] = []
  let count = 1
  for (const word of words) {
    const named = COUNT_WORDS.get(word)
    if (named) count = named
    for (const subject of meaningsIn([word], SUBJECT_WORDS)) {
      if (wishes.some((wish) => wish.subject === subject)) continue
      const plural = word.endsWith('s') && !SUBJECT_WORDS[subject].includes(word)
      wishes.push({ subject, count: count > 1 ? count : plural ? 3 : 1 })
    }
    if (!named && !STOP_WORDS.has(word)) count = 1
  }
  return wishes.slice(0, 6)
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
