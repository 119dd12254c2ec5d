import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sweepEach, sweepParts } from './sweep.ts'

const logged: string[] = []
const log = pino({}, { write: (line: string) => void logged.push(line) })
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `row ${at}` }))

test('a row that fails is logged with its id, holds up no other row, and is thrown at the end', async () => {
  const done: string[] = []
  const work = ({ id }: { id: string }) =>
    id === 'row 1' ? Promise.reject(new Error('no')) : Promise.resolve(done.push(id))
  await expect(sweepEach({ log }, Promise.resolve(rowsOf(3)), work)).rejects.toThrow('no')
  expect(done).toEqual(['row 0', 'row 2'])
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ id: 'row 1' }])
})

test('a sweep ends after twenty failures in a row', async () => {
  let tried = 0
  const work = () => {
    tried += 1
    return Promise.reject(new Error('away'))
  }
  await expect(sweepEach({ log }, rowsOf(50), work)).rejects.toThrow('parts of a sweep failed')
  expect(tried).toBe(20)
})

test('a part that fails holds up no other part', async () => {
  const done: string[] = []
  const parts = ['first', 'second'].map((name) => () => {
    done.push(name)
    return Promise.reject(new Error(name))
  })
  await expect(sweepParts(parts)).rejects.toThrow('parts of a sweep failed')
  await expect(sweepParts([() => undefined])).resolves.toBeUndefined()
  expect(done).toEqual(['first', 'second'])
})
