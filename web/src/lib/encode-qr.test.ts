import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeQr } from './encode-qr.ts'

const digest = (rows: boolean[][] | undefined) =>
  createHash('sha256')
    .update((rows ?? []).map((row) => row.map((on) => (on ? '1' : '0')).join('')).join('\n'))
    .digest('hex')
    .slice(0, 16)

/** Each of these codes was read by another program before its digest was written here. */
test.each([
  ['a', 21, 'e8ab680854e4019c'],
  ['https://vignette.example/go/3f9a1c2b77d0', 29, 'b420a4c241d041ad'],
  ['x'.repeat(120), 45, 'b91b7e904d3e58a9'],
  ['x'.repeat(180), 53, '21e02ceea8d235cf'],
])('the code of %s has %i modules a side', (text, size, known) => {
  const rows = encodeQr(text)
  expect(rows?.length).toBe(size)
  expect(digest(rows)).toBe(known)
})

test('a text that is too long for the largest QR code gives none', () => {
  expect(encodeQr('x'.repeat(181))).toBeUndefined()
  expect(encodeQr('é'.repeat(91))).toBeUndefined()
})
