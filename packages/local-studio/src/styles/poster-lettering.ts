import { type Colour, css } from '../drawing/colour.ts'
import { type FontName, font } from '../drawing/fonts.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Pen } from '../drawing/surface.ts'

/** The largest font size at which the text fits the width. */
export function fit(pen: Pen, text: string, name: FontName, width: number, most: number): number {
  pen.font = font(name, 100)
  return Math.min(most, (width / Math.max(1, pen.measureText(text).width)) * 100)
}

export function balance(title: string, lines: number): string[] {
  const words = title.split(/\s+/)
  const rows: string[] = []
  const target = title.length / Math.min(lines, words.length)
  let row = ''
  for (const word of words) {
    if (row && rows.length < lines - 1 && row.length + word.length / 2 > target) {
      rows.push(row)
      row = word
    } else row = row ? `${row} ${word}` : word
  }
  return [...rows, row]
}

export function small(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  ink: Colour,
  align: 'left' | 'right' | 'center' = 'left',
): void {
  pen.font = font('Vignette Sans', size)
  pen.textAlign = align
  pen.textBaseline = 'alphabetic'
  pen.letterSpacing = `${size * 0.16}px`
  pen.fillStyle = css(ink)
  pen.fillText(text.toUpperCase(), x, y)
  pen.letterSpacing = '0px'
}

/** The sheet's small line: what the call gives is read from further away than the prompt's own words. */
export function paintSubtitle(
  pen: Pen,
  reading: Reading,
  line: { x: number; y: number; u: number; ink: Colour; width: number; align?: 'left' | 'center' },
): void {
  const text = subtitle(reading)
  const most = reading.caption ? line.u * 30 : line.u * 21
  // Letter spacing adds about a quarter.
  const size = fit(pen, text.toUpperCase(), 'Vignette Sans', line.width * 0.76, most)
  small(pen, text, line.x, line.y, size, line.ink, line.align)
}

function subtitle(reading: Reading): string {
  if (reading.caption !== undefined) return reading.caption
  const used = new Set(reading.title.toLowerCase().split(/\s+/))
  const left = reading.words.filter((word) => !used.has(word)).slice(0, 4)
  return (left.length > 0 ? left : [reading.mood ?? 'edition', reading.season ?? 'print']).join(
    ' · ',
  )
}
