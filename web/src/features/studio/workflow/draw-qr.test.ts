import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawQr } from './draw-qr.ts'

const digest = (svg = '') => createHash('sha256').update(svg).digest('hex').slice(0, 16)

/** Each of these codes was read by zbarimg before its digest was written here. */
test.each([
  ['a', 29, '664057555e69aea1'],
  ['https://vignette.example/go/3f9a1c2b77d0', 37, '1581de3021aa1fca'],
  ['x'.repeat(180), 61, 'b39bfb97ea36f752'],
])('the code of %s has %i modules a side with its white edge', (text, size, known) => {
  const svg = drawQr(text)
  expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`)
  expect(digest(svg)).toBe(known)
})

test('a text that is too long for a QR code read from paper gives none', () => {
  expect(drawQr('x'.repeat(181))).toBeUndefined()
  expect(drawQr('é'.repeat(91))).toBeUndefined()
})
