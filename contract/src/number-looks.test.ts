import { describe, expect, test } from 'vitest'
import { labelOfValue } from './labels.ts'
import { DAYS, dayOfIso, formatNumberDay, isoOfDay, stepBetween } from './number-looks.ts'

describe('a day as a number', () => {
  test.each([
    [20190614, '2019-06-14'],
    ['20190614', '2019-06-14'],
    [20240229, '2024-02-29'],
    [9870102, '0987-01-02'],
    [DAYS.first, '0001-01-01'],
    [DAYS.last, '9999-12-31'],
  ])('%s is %s, and back', (number, iso) => {
    expect(isoOfDay(number)).toBe(iso)
    expect(dayOfIso(iso)).toBe(Number(number))
  })

  test.each([
    20230229,
    20190631,
    20191301,
    20190600,
    0,
    614,
    -20190614,
    20190614.5,
    1e12,
    '',
    ' ',
    'May',
    null,
  ])('%s is none', (value) => {
    expect(isoOfDay(value)).toBeUndefined()
  })

  test.each(['', '2019-06', '2019-02-30', '20190614'])('“%s” is no whole date', (iso) => {
    expect(dayOfIso(iso)).toBeUndefined()
  })

  test('is read in words, whatever the machine’s time zone', () => {
    expect(formatNumberDay(20190614)).toBe('June 14, 2019')
    expect(formatNumberDay('20190101')).toBe('January 1, 2019')
    expect(formatNumberDay(20190231)).toBe('20190231')
  })

  test('is a value’s label only where the input says so', () => {
    expect(labelOfValue({ options: [], look: 'date' }, 20190614)).toBe('June 14, 2019')
    expect(labelOfValue({ options: [], look: 'slider' }, 20190614)).toBe(20190614)
    expect(labelOfValue({ options: [] }, 20190614)).toBe(20190614)
  })
})

test.each([
  [3, 16, 1],
  [0, 2, 1],
  [0, 1, 0.01],
  [0.5, 8, 0.1],
  [0, 0.2, 0.001],
])('a slider from %s to %s goes by %s', (min, max, step) => {
  expect(stepBetween(min, max)).toBe(step)
})
