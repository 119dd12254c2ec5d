import { formatCents } from '@vignette/contract/money.ts'
import { describe, expect, test } from 'vitest'
import { describeDays, layBars } from './chart-bars.ts'
import { checkUsername, explainUsernameFault, normaliseUsername } from './check-username.ts'

const RULE = 'Username must be lowercase, 1–64 chars, and may include . _ -.'

describe('username', () => {
  test.each([
    ['ada', undefined],
    ['a', undefined],
    ['ada.l_1-2', undefined],
    ['Ada', undefined],
    ['x'.repeat(64), undefined],
    ['x'.repeat(65), RULE],
    ['', RULE],
    ['a b', RULE],
    ['ädä', RULE],
    ['a/b', RULE],
  ])('%j: %s', (text, fault) => {
    expect(checkUsername(text)).toBe(fault)
  })

  test('is sent in lower case', () => {
    expect(normaliseUsername(' Ada.L ')).toBe('ada.l')
  })

  test.each([
    [
      new Error('HTTP 409: Conflict - taken'),
      'This username is already taken. Please choose another.',
    ],
    [new Error('HTTP 500: Oops'), 'Failed to update username. Please try again.'],
    ['anything', 'Failed to update username. Please try again.'],
  ])('the error %s shows %s', (error, text) => {
    expect(explainUsernameFault(error)).toBe(text)
  })
})

describe('earnings per day', () => {
  const day = (name: string, earned: number, sales = 1) => ({ day: name, earned, sales })

  test('the best day is as high as the chart, and other days are in proportion', () => {
    const bars = layBars([day('a', 50), day('b', 100)], { width: 21, height: 40, gap: 1 })
    expect(bars.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
      [0, 20, 10, 20],
      [11, 0, 10, 40],
    ])
  })

  test.each([
    [0, 0],
    [-300, 0],
    [1, 2],
  ])('a day of %d cents is %d high next to a day of $100', (earned, height) => {
    const bars = layBars([day('a', earned), day('b', 10_000)], { width: 9, height: 40, gap: 1 })
    expect(bars[0]?.height).toBe(height)
  })

  test('an empty list gives no bars', () => {
    expect(layBars([], { width: 9, height: 9, gap: 1 })).toEqual([])
  })

  test.each([
    [
      [day('2026-11-01', 0, 0), day('2026-11-02', 210)],
      '2 days: $2.10 from 1 sale. Best day 2026-11-02 with $2.10.',
    ],
    [[day('2026-11-01', 0, 0)], '1 day: $0.00 from 0 sales.'],
  ])('%j is described as %s', (days, text) => {
    expect(describeDays(days, formatCents)).toBe(text)
  })
})
