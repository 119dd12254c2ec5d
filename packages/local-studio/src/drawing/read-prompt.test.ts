import { expect, test } from 'vitest'
import { readPrompt } from './read-prompt.ts'

test('finds places, times, weather, seasons, moods, colours and things', () => {
  const reading = readPrompt(
    'Three foxes in a misty autumn forest at dusk, teal and gold, melancholy',
  )
  expect(reading).toMatchObject({
    places: ['forest'],
    time: 'dusk',
    weather: 'mist',
    season: 'autumn',
    mood: 'wistful',
  })
  expect(reading.wishes).toEqual([{ subject: 'fox', count: 3 }])
  expect(reading.colours).toHaveLength(2)
})

test('takes plurals as several', () => {
  expect(readPrompt('boats').wishes).toEqual([{ subject: 'boat', count: 3 }])
  expect(readPrompt('a boat').wishes).toEqual([{ subject: 'boat', count: 1 }])
  expect(readPrompt('a couple on a bench').wishes).toEqual([{ subject: 'person', count: 2 }])
})

test('letters what is quoted, else a short prompt whole, else its telling words', () => {
  expect(readPrompt('a poster saying "Open Late" in neon').title).toBe('Open Late')
  expect(readPrompt('make it happen').title).toBe('make it happen')
  expect(readPrompt('a picture of the old harbour in the evening with many boats').title).toBe(
    'old harbour evening boats',
  )
})

test('keeps its head with nothing, with much, and with strange letters', () => {
  expect(readPrompt('').title).toBe('Untitled')
  expect(readPrompt('x'.repeat(50_000)).title.length).toBeLessThanOrEqual(30)
  expect(readPrompt('海の上の月 🌙 __proto__ constructor').wishes).toEqual([])
})
