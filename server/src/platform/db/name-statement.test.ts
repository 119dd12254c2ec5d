import { expect, test } from 'vitest'
import { createStatementNames } from './open-database.ts'

test('a statement has a name from its second use on, and always the same name', () => {
  const nameOf = createStatementNames()
  expect(nameOf('select 1 as once')).toBeUndefined()
  const name = nameOf('select 1 as once')
  expect(name).toMatch(/^[\w-]{27}$/)
  expect(nameOf('select 1 as once')).toBe(name)
  expect(nameOf('select 2 as once')).toBeUndefined()
  expect(nameOf('select 2 as once')).not.toBe(name)
})

test('a text of several statements never has a name', () => {
  const nameOf = createStatementNames()
  for (let time = 0; time < 3; time++) expect(nameOf('begin; select 1; commit')).toBeUndefined()
})

test('an endless number of different texts does not grow the cache without limit', () => {
  const nameOf = createStatementNames()
  const named = () =>
    Array.from({ length: 4_000 }, (_, at) => nameOf(`select ${at} as many`)).filter(Boolean).length
  expect(named()).toBe(0)
  expect(named()).toBeLessThanOrEqual(300)
  expect(named()).toBeLessThanOrEqual(300)
})
