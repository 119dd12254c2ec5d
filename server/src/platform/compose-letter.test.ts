import { expect, test } from 'vitest'
import { composeLetter } from './compose-letter.ts'

const parts = {
  from: 'Vignette',
  subject: 'Receipt: $3.00 for “Two-ink <print>”',
  paragraphs: ['$3.00 was charged on November 27, 2026.'],
  details: ['Number 01a2, at the payment provider pi_1.'],
  button: { label: 'Open the receipt', address: 'https://vignette.example/receipt#a"b' },
  why: 'Sent by Vignette.',
  off: 'https://vignette.example/unsubscribe?token=t',
}

test('both texts of a letter say the same, with one button and the numbers in small', () => {
  const { text, html } = composeLetter(parts)
  expect(text.split('\n\n')).toEqual([
    parts.subject,
    parts.paragraphs[0],
    'Open the receipt: https://vignette.example/receipt#a"b',
    parts.details[0],
    'Sent by Vignette.',
    'Unsubscribe: https://vignette.example/unsubscribe?token=t',
  ])
  expect(html).toContain('Two-ink &#60;print&#62;')
  expect(html).toContain('href="https://vignette.example/receipt#a&#34;b"')
  expect(html.match(/class="pill"/g)).toHaveLength(1)
  expect(html).toMatch(/<p class="quiet"[^>]*>Number 01a2/)
  expect(html).not.toContain('<img')
})

test('a picture keeps its shape within the room that a letter has', () => {
  const size = (width: number, height: number) => {
    const picture = { cid: 'a', alt: 'Your creation', width, height }
    const [, shown] = /<img ([^>]*)>/.exec(composeLetter({ ...parts, picture }).html) ?? []
    return [/width="(\d+)"/, /height="(\d+)"/].map((of) => Number(of.exec(shown ?? '')?.[1]))
  }
  expect(size(427, 640)).toEqual([267, 400])
  expect(size(640, 427)).toEqual([500, 334])
  expect(size(40, 30)).toEqual([40, 30])
})
