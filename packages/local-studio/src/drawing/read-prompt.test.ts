import { expect, test } from 'vitest'
import { readPrompt } from './read-prompt.ts'

test("a prompt's places, times, weather, seasons, moods, colours and things are found", () => {
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

test('a plural asks for several things', () => {
  expect(readPrompt('boats').wishes).toEqual([{ subject: 'boat', count: 3 }])
  expect(readPrompt('a boat').wishes).toEqual([{ subject: 'boat', count: 1 }])
  expect(readPrompt('a couple on a bench').wishes).toEqual([{ subject: 'person', count: 2 }])
})

test("lettering is the quoted text, else a short prompt in full, else the prompt's significant words", () => {
  expect(readPrompt('a poster saying "Open Late" in neon').title).toBe('Open Late')
  expect(readPrompt('make it happen').title).toBe('make it happen')
  expect(readPrompt('a picture of the old harbour in the evening with many boats').title).toBe(
    'old harbour evening boats',
  )
})

test('an empty prompt, a very long prompt and unknown scripts can all be read', () => {
  expect(readPrompt('').title).toBe('Untitled')
  expect(readPrompt('x'.repeat(50_000)).title.length).toBeLessThanOrEqual(30)
  expect(readPrompt('海の上の月 🌙 __proto__ constructor').wishes).toEqual([])
})
