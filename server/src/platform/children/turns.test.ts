import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

function lineUp(mostAtOnce: number, items: string) {
  const turns = createTurns<string>(mostAtOnce)
  for (const item of items.split(' ')) turns.add(item.charAt(0), item)
  return turns
}

test('turns rotate, and each turn keeps its own order', () => {
  const turns = lineUp(9, 'a1 a2 a3 a4 b1 b2 c1')
  const taken = Array.from({ length: 8 }, () => turns.take())
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined])
})

test('a turn at its maximum waits until one of its items has ended', () => {
  const turns = lineUp(2, 'a1 a2 a3 b1')
  expect([turns.take(), turns.take(), turns.take(), turns.take()]).toEqual([
    'a1',
    'b1',
    'a2',
    undefined,
  ])
  turns.end('b')
  expect(turns.take()).toBeUndefined()
  turns.end('a')
  expect(turns.take()).toBe('a3')
})

test('a turn with no running item goes before a turn with one', () => {
  const turns = lineUp(2, 'a1 a2 a3')
  turns.take()
  turns.add('b', 'b1')
  expect(turns.take()).toBe('b1')
})

test('a removed item no longer waits', () => {
  const turns = lineUp(2, 'a1 a2 b1')
  turns.remove('a', 'a1')
  turns.remove('b', 'b1')
  turns.remove('b', 'b1')
  expect([turns.waiting(), turns.waiting('a'), turns.waiting('b')]).toEqual([1, 1, 0])
  expect(turns.all()).toEqual(['a2'])
  expect([turns.take(), turns.take()]).toEqual(['a2', undefined])
})
