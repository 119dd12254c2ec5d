import { expect, test } from 'vitest'
import { ACCENTS, contrast, deriveColours, LEAST_CONTRAST, nearestAccent } from './accent.ts'

/** The same fifty in each run. */
function* randomAccents(seed = 39) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
  for (let at = 0; at < 50; at++) yield `#${(next() % 0x1000000).toString(16).padStart(6, '0')}`
}

test('contrast is what WCAG says', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each([...randomAccents(), '#ffffff', '#000000', '#ffff00', '#00ff00', '#0000ff'])(
  '%s passes, or the nearest does',
  (accent) => {
    const nearest = nearestAccent(accent)
    if (deriveColours(accent)) expect(nearest).toBe(accent)
    const colours = deriveColours(nearest)
    if (!colours) throw new Error(`${nearest}, the nearest of ${accent}, does not pass`)
    for (const scheme of ['light', 'dark'] as const) {
      const shade = colours.accent[scheme]
      const grounds = {
        light: ['#fbfbfa', '#ffffff', '#f1f1ef'],
        dark: ['#0f0f11', '#17171a', '#1d1d21'],
      }[scheme]
      for (const ground of [...grounds, colours.wash[scheme], colours.onAccent[scheme]])
        expect(contrast(shade, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    }
  },
)

test('a yellow is refused, and its nearest is a darker yellow', () => {
  expect(deriveColours('#ffd400')).toBeUndefined()
  expect(nearestAccent('#ffd400')).toBe('#836b00')
})

test('the accents to choose from pass', () => {
  for (const accent of Object.values(ACCENTS)) expect(deriveColours(accent)).toBeDefined()
})
