import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { drawPoster } from '../poster.ts'
import { CAPITALS, stackRows } from '../styles/poster-lettering.ts'
import {
  FILES_OF,
  type FontName,
  faceFor,
  findUnlettered,
  font,
  hasRareLetters,
  LETTERS,
} from './fonts.ts'
import { FONT_FILES, registerFonts } from './register-fonts.ts'

const FACES = Object.keys(FILES_OF) as FontName[]

test.each(FACES)('the letters of %s are those in its files', (face) => {
  const held = new Set(FILES_OF[face].flatMap((file) => [...codePointsIn(FONT_FILES[file])]))
  const told = LETTERS[face].trim().split(/\s+/).flatMap(codePointsOf)
  const isInk = (code: number) => !/^[\s\p{Cf}\p{Cc}]$/u.test(String.fromCodePoint(code))
  expect(told.filter((code) => !held.has(code))).toEqual([])
  expect([...held].filter((code) => isInk(code) && !told.includes(code))).toEqual([])
})

test.each([
  ['WHITBY', 'Vignette Display'],
  ['ŁÓDŹ', 'Vignette Display'],
  ['Åre, Ürzig', 'Vignette Display'],
  ['ĐÀ NẴNG', 'Vignette Sans'],
  ['Київ', 'Vignette Serif'],
])('%s is set in one face, %s', (text, face) => {
  expect(faceFor('Vignette Display', text)).toBe(face)
  expect(findUnlettered(text)).toEqual([])
})

test.each([
  ['東京', ['東京']],
  ['Leeds 🎉 and 東京, 東京', ['🎉', '東京']],
  ['القاهرة', ['القاهرة']],
  ['ΑΘΉΝΑ', ['ΑΘΉΝΑ']],
  ['A\u0301vila', []],
  ['line\u200b one\n two', []],
])('of %j no face has %j', (text, unknown) => {
  expect(findUnlettered(text)).toEqual(unknown)
})

const pen = createCanvas(10, 10).getContext('2d')

test('a letter with marks is drawn from the file that has it whole', () => {
  registerFonts()
  for (const face of ['Vignette Sans', 'Vignette Serif', 'Vignette Serif Italic'] as const) {
    const heightOf = (text: string) => {
      pen.font = font(face, 100, text)
      return pen.measureText(text).actualBoundingBoxAscent
    }
    // A mark that a file cannot place stands beside the letter's other mark, not above it.
    expect(heightOf('Ẵ'), face).toBeGreaterThan(heightOf('Ă') + 5)
  }
})

test('plain letters need no further file, so that a browser fetches none', () => {
  expect(hasRareLetters('Whitby, Åre & Ürzig 1987')).toBe(false)
  expect(hasRareLetters('Łódź')).toBe(true)
})

test('marks push rows apart, and plain capitals stand where they stood', () => {
  registerFonts()
  const ink = (row: string, face: FontName) => {
    pen.font = font(face, 100, row)
    return pen.measureText(row)
  }
  const plain = stackRows(pen, ['WHITBY', 'HARBOUR'], 'Vignette Display', 100, CAPITALS)
  expect(plain.baselines).toEqual([74, 160])
  expect(plain.height).toBeCloseTo(172)
  for (const face of FACES) {
    const rows = ['ÅÜÓŹ', 'ŞĘÇ', 'ẴÅ'].slice(0, face === 'Vignette Display' ? 2 : 3)
    const { baselines, height } = stackRows(pen, rows, face, 100, CAPITALS)
    let above = 0
    rows.forEach((row, at) => {
      const baseline = baselines[at] ?? 0
      expect(baseline - ink(row, face).actualBoundingBoxAscent, face).toBeGreaterThan(above)
      above = baseline + ink(row, face).actualBoundingBoxDescent
    })
    expect(height, face).toBeGreaterThan(above)
  }
})

test('an empty small line prints nothing', () => {
  registerFonts()
  const inkBelow = (caption: string | undefined) => {
    const sheet = drawPoster({
      prompt: 'a harbour with a lighthouse and sailing boats',
      text: 'Whitby',
      caption,
      seed: 7,
      aspect: '2:3',
      longSide: 1024,
    })
    const band = sheet.getContext('2d').getImageData(120, 972, sheet.width - 240, 20)
    const lights = band.data.filter((_, at) => at % 4 === 1)
    // The sheet's grain is finer than the difference between ink and paper.
    return Math.max(...lights) - Math.min(...lights)
  }
  expect(inkBelow('')).toBeLessThan(60)
  expect(inkBelow(undefined)).toBeGreaterThan(80)
  expect(inkBelow('By the sea')).toBeGreaterThan(80)
})

function codePointsOf(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map((end) => Number.parseInt(end, 16))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** The tags that WOFF2 names by their place in a table of its own; `cmap` is the first. */
const OWN_TAG = 63
const GLYF = 10
const LOCA = 11

/** Reads a WOFF2 file as far as its table of characters, in the two forms that such tables have. */
function codePointsIn(file: string): Set<number> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(file))
  let at = 48
  const readLength = () => {
    let value = 0
    for (;;) {
      const byte = bytes[at++] ?? 0
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  let offset = 0
  let found = { offset: 0, length: 0 }
  for (let table = bytes.readUInt16BE(12); table > 0; table--) {
    const flags = bytes[at++] ?? 0
    const tag = flags & 63
    if (tag === OWN_TAG) at += 4
    const whole = readLength()
    const version = flags >> 6
    const isChanged = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0
    const length = isChanged ? readLength() : whole
    if (tag === 0) found = { offset, length }
    offset += length
  }
  const font = brotliDecompressSync(bytes.subarray(at, at + bytes.readUInt32BE(20)))
  const map = font.subarray(found.offset, found.offset + found.length)
  const codes = new Set<number>()
  for (let one = 0; one < map.readUInt16BE(2); one++) {
    const start = map.readUInt32BE(4 + one * 8 + 4)
    const format = map.readUInt16BE(start)
    if (format === 4) {
      const segments = map.readUInt16BE(start + 6) / 2
      for (let segment = 0; segment < segments; segment++) {
        const last = map.readUInt16BE(start + 14 + segment * 2)
        const first = map.readUInt16BE(start + 16 + (segments + segment) * 2)
        for (let code = first; code <= last && code < 0xffff; code++) codes.add(code)
      }
    } else if (format === 12) {
      for (let group = 0; group < map.readUInt32BE(start + 12); group++) {
        const place = start + 16 + group * 12
        const last = map.readUInt32BE(place + 4)
        for (let code = map.readUInt32BE(place); code <= last; code++) codes.add(code)
      }
    }
  }
  return codes
}
