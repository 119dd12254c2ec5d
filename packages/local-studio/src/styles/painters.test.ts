import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../drawing/random.ts'
import { readPrompt } from '../drawing/read-prompt.ts'
import { registerFonts } from '../drawing/register-fonts.ts'
import { createSurface } from '../drawing/surface.ts'
import { textToImageParams } from '../function-specs.ts'
import { drawFromWords } from '../functions/draw-from-words.ts'
import { readWords } from '../read-words.ts'
import { chooseSetting } from '../scenery/setting.ts'
import { STYLES, type StyleName } from './catalogue.ts'
import { chooseStyle } from './choose-style.ts'
import { PAINTERS } from './painters.ts'

registerFonts()
const SIDE = 120

function draw(style: StyleName, prompt: string, seed = '1'): Uint8ClampedArray {
  const surface = createSurface(SIDE, SIDE)
  const reading = readPrompt(prompt)
  // The product seeds by the words too.
  PAINTERS[style](surface, reading, createRandom(`${seed} ${reading.words.join(' ')}`))
  return surface.pen.getImageData(0, 0, SIDE, SIDE).data
}

/** Mean difference per channel, 0 to 255, of pictures shrunk until only the large shapes count. */
function distance(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const block = 12
  const cells = SIDE / block
  let sum = 0
  for (let cell = 0; cell < cells * cells; cell++) {
    const totals = [0, 0, 0]
    for (let i = 0; i < block * block; i++) {
      const x = (cell % cells) * block + (i % block)
      const y = Math.floor(cell / cells) * block + Math.floor(i / block)
      const at = (y * SIDE + x) * 4
      for (let c = 0; c < 3; c++)
        totals[c] = (totals[c] ?? 0) + (one[at + c] ?? 0) - (other[at + c] ?? 0)
    }
    for (const total of totals) sum += Math.abs(total) / (block * block)
  }
  return sum / (cells * cells * 3)
}

function meanColour(data: Uint8ClampedArray): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < data.length; i += 4) {
    sums[0] += data[i] ?? 0
    sums[1] += data[i + 1] ?? 0
    sums[2] += data[i + 2] ?? 0
  }
  const pixels = data.length / 4
  return [sums[0] / pixels, sums[1] / pixels, sums[2] / pixels]
}

const PROMPTS = [
  'a boat on a red sea at sunset',
  'snowy mountains at night',
  'teal forest in mist',
  'a city at noon',
]

describe.each(STYLES)('%s', (style) => {
  test('the picture repeats only for the same words and seed', () => {
    const first = draw(style, 'a golden hill')
    expect(Buffer.compare(Buffer.from(first), Buffer.from(draw(style, 'a golden hill')))).toBe(0)
    expect(distance(first, draw(style, 'a golden hill', '2'))).toBeGreaterThan(4)
  })

  test('the words change the picture, not only the seed', () => {
    const pictures = PROMPTS.map((prompt) => draw(style, prompt))
    for (const [i, one] of pictures.entries()) {
      for (const other of pictures.slice(i + 1)) expect(distance(one, other)).toBeGreaterThan(4)
    }
  })

  test('the sheet shows more than one tone', () => {
    const data = draw(style, 'calm')
    const greys = new Set<number>()
    for (let i = 0; i < data.length; i += 4) {
      expect(data[i + 3]).toBe(255)
      greys.add((data[i] ?? 0) >> 4)
    }
    expect(greys.size).toBeGreaterThan(3)
  })
})

test('a scene in red differs from the same scene in blue', () => {
  for (const style of ['landscape', 'painterly', 'abstract', 'cosmos', 'geometric'] as const) {
    const [redR, , redB] = meanColour(draw(style, 'crimson evening'))
    const [blueR, , blueB] = meanColour(draw(style, 'blue evening'))
    expect(redR - redB, style).toBeGreaterThan(blueR - blueB + 25)
  }
})

test('a place keeps its shapes from day to night', () => {
  const day = readPrompt('a mountain lake with pines at golden hour')
  const night = readPrompt('a mountain lake with pines at night under the stars, moon')
  expect(day.scene).toBe(night.scene)
  const [one, other] = [day, night].map((reading) =>
    chooseSetting(reading, createRandom(`9 ${reading.scene}`)),
  )
  expect(one?.horizon).toBe(other?.horizon)
  expect(one?.lightX).toBe(other?.lightX)
  expect(one?.place).toBe(other?.place)
})

test('night is darker than noon', () => {
  const light = (prompt: string) => meanColour(draw('landscape', prompt)).reduce((a, b) => a + b)
  expect(light('a lake at noon')).toBeGreaterThan(light('a lake at midnight') * 1.5)
})

test('a named thing appears in the picture', () => {
  for (const thing of ['cat', 'lighthouse', 'hot air balloon', 'castle', 'moon', 'bicycle']) {
    const scene = (prompt: string) => {
      const surface = createSurface(SIDE, SIDE)
      PAINTERS.landscape(surface, readPrompt(prompt), createRandom('one seed'))
      return surface.pen.getImageData(0, 0, SIDE, SIDE).data
    }
    const difference = distance(scene('meadow at night'), scene(`meadow at night ${thing}`))
    expect(difference, thing).toBeGreaterThan(0.4)
  }
})

test('lettering changes a poster', () => {
  const poster = (title: string) => {
    const surface = createSurface(SIDE, SIDE)
    PAINTERS.poster(surface, { ...readPrompt('jazz'), title }, createRandom('5'))
    return surface.pen.getImageData(0, 0, SIDE, SIDE).data
  }
  expect(distance(poster('One'), poster('Somebody else entirely'))).toBeGreaterThan(2)
})

test("the prompt's words name or suggest the style", () => {
  const random = createRandom('1')
  const choose = (prompt: string) => chooseStyle(readPrompt(prompt), prompt, random)
  expect(choose('an oil painting of a harbour')).toBe('painterly')
  expect(choose('bauhaus pattern')).toBe('geometric')
  expect(choose('a distant galaxy')).toBe('cosmos')
  expect(choose('it says "Open Late"')).toBe('poster')
  expect(['landscape', 'painterly']).toContain(choose('a mountain lake'))
})

test.each(STYLES)('a large file of %s shows the picture of the screen', async (style) => {
  const prompt = 'travel to a lighthouse by a lake at dusk with a boat'
  const fileOf = (size: string) =>
    drawFromWords({
      prompt,
      seed: 5,
      params: textToImageParams.parse({ style, width: 256, height: 384, size }),
    })
  const [small, large] = await Promise.all([fileOf('screen'), fileOf('large')])
  expect(await sharp(large).metadata()).toMatchObject({ width: 1024, height: 1536 })
  // Shrunk until only shapes count, since grain is finer than a pixel here.
  const shapesOf = (file: Buffer) => sharp(file).resize(32, 48).raw().toBuffer()
  const [one, other] = await Promise.all([shapesOf(small), shapesOf(large)])
  const strange = one.filter((value, i) => Math.abs(value - (other[i] ?? 0)) > 20)
  expect(strange.length / one.length).toBeLessThan(0.02)
})

test('a herbarium has the colour that the prompt gives its flowers', () => {
  const redness = (prompt: string) => {
    const [red, , blue] = meanColour(draw('botanical', prompt))
    return red - blue
  }
  expect(redness('red poppies and a fern')).toBeGreaterThan(redness('blue poppies and a fern') + 2)
})

test('an emblem shows the named thing, the initial where nothing is named, and no small line unasked', () => {
  const emblem = (prompt: string, lettering: { title: string; caption?: string }) => {
    const surface = createSurface(SIDE, SIDE)
    PAINTERS.emblem(surface, { ...readPrompt(prompt), ...lettering }, createRandom('5'))
    return surface.pen.getImageData(0, 0, SIDE, SIDE).data
  }
  const fox = emblem('fox', { title: 'Quill' })
  expect(distance(fox, emblem('trust', { title: 'Quill' }))).toBeGreaterThan(2)
  expect(
    distance(emblem('trust', { title: 'Quill' }), emblem('trust', { title: 'Will' })),
  ).toBeGreaterThan(1)
  expect(emblem('fox', { title: 'Quill', caption: '' })).toEqual(fox)
  expect(emblem('fox', { title: 'Quill', caption: 'Since 2019' })).not.toEqual(fox)
  expect(readWords('a fox in a forest at night', 'emblem')).toEqual({
    drawn: ['fox'],
    missing: ['forest', 'night'],
  })
})
