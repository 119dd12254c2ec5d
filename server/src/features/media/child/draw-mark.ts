/** The letters of the mark, as rows of dots. */
const LETTERS: Record<string, readonly string[]> = {
  P: ['1111.', '1...1', '1...1', '1111.', '1....', '1....', '1....'],
  R: ['1111.', '1...1', '1...1', '1111.', '1.1..', '1..1.', '1...1'],
  O: ['.111.', '1...1', '1...1', '1...1', '1...1', '1...1', '.111.'],
  F: ['11111', '1....', '1....', '1111.', '1....', '1....', '1....'],
}
const WORD = 'PROOF'
const [LETTER_WIDTH, LETTER_HEIGHT] = [6, 7]
/** How often the word is written from top to bottom. */
const ROWS = 6
/** Light letters with a dark edge are seen on every picture. */
const LIGHT = [255, 255, 255, 150] as const
const DARK = [0, 0, 0, 130] as const

/** A transparent picture of this size with the word PROOF all over it, as RGBA. */
export function drawMark(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 4)
  const dot = Math.max(1, Math.round(Math.min(width, height) / 110))
  const wordWidth = (WORD.length * LETTER_WIDTH + 5) * dot
  const rowHeight = Math.max((LETTER_HEIGHT + 4) * dot, Math.round(height / ROWS))
  for (const [edge, colour] of [
    [Math.max(1, Math.round(dot / 2)), DARK],
    [0, LIGHT],
  ] as const) {
    for (let row = 0; row * rowHeight < height; row++) {
      const indent = row % 2 === 0 ? 0 : -Math.round(wordWidth / 2)
      for (let left = indent; left < width; left += wordWidth) {
        write({ pixels, width, height, dot, colour }, left + edge, row * rowHeight + 2 * dot + edge)
      }
    }
  }
  return pixels
}

interface Sheet {
  pixels: Uint8Array
  width: number
  height: number
  dot: number
  colour: readonly number[]
}

function write(sheet: Sheet, left: number, top: number): void {
  const { dot } = sheet
  for (const [at, letter] of WORD.split('').entries()) {
    for (const [y, row] of (LETTERS[letter] ?? []).entries()) {
      for (const [x, ink] of row.split('').entries()) {
        if (ink === '1') fill(sheet, left + (at * LETTER_WIDTH + x) * dot, top + y * dot)
      }
    }
  }
}

function fill({ pixels, width, height, dot, colour }: Sheet, left: number, top: number): void {
  for (let y = Math.max(0, top); y < Math.min(height, top + dot); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + dot); x++) {
      pixels.set(colour, (y * width + x) * 4)
    }
  }
}
