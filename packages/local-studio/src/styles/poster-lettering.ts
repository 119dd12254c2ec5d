import { type Colour, css } from '../drawing/colour.ts'
import { type FontName, faceFor, font } from '../drawing/fonts.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Pen } from '../drawing/surface.ts'

/** The largest font size at which the text fits the width. */
export function fit(pen: Pen, text: string, name: FontName, width: number, most: number): number {
  pen.font = font(name, 100, text)
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

export interface Setting {
  /** The first row's capitals begin this far below the block's top, in sizes; so on below. */
  first: number
  step: number
  last: number
}

/** Rows of capitals. */
export const CAPITALS: Setting = { first: 0.74, step: 0.86, last: 0.12 }

/**
 * Where the rows' baselines stand below the block's top, and how tall the block is. Plain letters
 * stand as the setting says; marks above capitals and tails below push other rows away.
 */
export function stackRows(
  pen: Pen,
  rows: readonly string[],
  face: FontName,
  size: number,
  { first, step, last }: Setting,
): { baselines: number[]; height: number } {
  const air = size * 0.04
  const baselines: number[] = []
  let tail = 0
  let baseline = 0
  for (const row of rows) {
    pen.font = font(face, size, row)
    const ink = pen.measureText(row)
    const ascent = ink.actualBoundingBoxAscent
    baseline =
      baselines.length === 0
        ? Math.max(size * first, ascent + air)
        : baseline + Math.max(size * step, tail + ascent + air)
    baselines.push(baseline)
    tail = ink.actualBoundingBoxDescent
  }
  return { baselines, height: baseline + Math.max(size * last, tail + air) }
}

/** The sheet's small line: what the call gives is read from further away than the prompt's own words. */
export function paintSubtitle(
  pen: Pen,
  reading: Reading,
  line: { x: number; y: number; u: number; ink: Colour; width: number; align?: 'left' | 'center' },
): void {
  const text = subtitle(reading).toUpperCase()
  if (text === '') return
  const face = faceFor('Vignette Sans', text)
  const most = reading.caption ? line.u * 30 : line.u * 21
  // Letter spacing adds about a quarter.
  const size = fit(pen, text, face, line.width * 0.76, most)
  pen.font = font(face, size, text)
  pen.textAlign = line.align ?? 'left'
  pen.textBaseline = 'alphabetic'
  pen.letterSpacing = `${size * 0.16}px`
  pen.fillStyle = css(line.ink)
  pen.fillText(text, line.x, line.y)
  pen.letterSpacing = '0px'
}

function subtitle(reading: Reading): string {
  if (reading.caption !== undefined) return reading.caption
  const used = new Set(reading.title.toLowerCase().split(/\s+/))
  const left = reading.words.filter((word) => !used.has(word)).slice(0, 4)
  return (left.length > 0 ? left : [reading.mood ?? 'edition', reading.season ?? 'print']).join(
    ' · ',
  )
}
