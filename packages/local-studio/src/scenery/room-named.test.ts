import { expect, test } from 'vitest'
import { readPrompt } from '../drawing/read-prompt.ts'
import { roomNamed } from './room-named.ts'

const room = (prompt: string) => {
  const { words, cast } = readPrompt(prompt)
  return roomNamed(words, cast)
}

test('a room is recognised by its words or by its furniture', () => {
  expect(room('a cat in a kitchen')).toBe('kitchen')
  expect(room('a girl in a coffee shop')).toBe('cafe')
  expect(room('horses in the stables')).toBe('stable')
  expect(room('a cargo ship in a bathtub')).toBe('bathroom')
  expect(room('a lemon')).toBe('plain')
})

test('a word that names the room wins over furniture', () => {
  expect(room('a bed in the kitchen')).toBe('kitchen')
})
