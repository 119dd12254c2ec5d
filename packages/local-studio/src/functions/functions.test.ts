import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { estimateWork } from '../estimate-work.ts'
import { cutOut } from './cut-out.ts'
import { openPicture } from './open-picture.ts'
import { STYLISATIONS } from './stylisations.ts'
import { stylise } from './stylise.ts'
import { upscale } from './upscale.ts'

const io = { onProgress: () => undefined }

/** A disc on a gradient of colour: edges, flat areas and a gradient. */
function scene(width = 160, height = 120): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const sky = pen.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#203060')
  sky.addColorStop(1, '#f0b080')
  pen.fillStyle = sky
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#d03030'
  pen.beginPath()
  pen.arc(width * 0.5, height * 0.5, height * 0.25, 0, Math.PI * 2)
  pen.fill()
  return canvas.encodeSync('png')
}

async function pixels(bytes: Buffer, width?: number, height?: number) {
  const image = await loadImage(bytes)
  const w = width ?? image.width
  const h = height ?? image.height
  const pen = createCanvas(w, h).getContext('2d')
  pen.drawImage(image, 0, 0, w, h)
  return { width: image.width, height: image.height, data: pen.getImageData(0, 0, w, h).data }
}

function meanDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0))
  return sum / one.length
}

test.each([
  ['oil', { width: 640, height: 480 }],
  ['vector', { width: 640, height: 480 }],
  // Two inks show the photo itself, which has no more pixels.
  ['duotone', { width: 160, height: 120 }],
] as const)('a large file in %s of a small photo', async (style, size) => {
  const params = { style, strength: 1, colours: 5, size: 'large' } as const
  const large = await stylise({ firstImage: scene(), prompt: '', seed: 1, params })
  const { width, height } = await pixels(large)
  expect({ width, height }).toEqual(size)
  const facts = { width: 160, height: 120, seconds: 0 }
  const call = { functionType: 'image_to_image', params, lastImage: false, videos: [] }
  expect(estimateWork({ ...call, firstImage: facts }).makes).toMatchObject(size)
})

describe('stylise_image', () => {
  const call = (style: (typeof STYLISATIONS)[number], more: object = {}, seed = 1, prompt = '') =>
    stylise({
      firstImage: scene(),
      prompt,
      seed,
      params: { style, strength: 1, colours: 5, size: 'screen', ...more },
    })

  test.each(STYLISATIONS)(
    '%s keeps the size, changes the picture, and gives the same result for the same seed',
    async (style) => {
      const before = await pixels(scene())
      const [one, again] = await Promise.all([call(style), call(style)])
      expect(Buffer.compare(one, again)).toBe(0)
      const after = await pixels(one)
      expect([after.width, after.height]).toEqual([160, 120])
      expect(meanDifference(before.data, after.data)).toBeGreaterThan(1.5)
      const untouched = await pixels(await call(style, { strength: 0 }))
      expect(meanDifference(before.data, untouched.data)).toBeLessThan(1)
    },
  )

  test('a poster has few colours, and a duotone has the named inks', async () => {
    const inks = await pixels(await call('duotone', { dark: '#101060', light: '#ffe0a0' }))
    let strayed = 0
    for (let i = 0; i < inks.data.length; i += 4)
      if ((inks.data[i + 1] ?? 0) > (inks.data[i] ?? 0) + 25) strayed += 1
    expect(strayed).toBe(0)
    const fromWords = await pixels(await call('duotone', {}, 1, 'emerald'))
    expect(meanDifference(inks.data, fromWords.data)).toBeGreaterThan(8)
  })

  test('a file that is no picture is refused', async () => {
    const junk = {
      firstImage: Buffer.from('<svg/>'),
      prompt: '',
      seed: 1,
      params: { style: 'oil', strength: 1, colours: 5, size: 'screen' },
    } as const
    await expect(stylise(junk)).rejects.toMatchObject({ code: 'not_an_image' })
    await expect(openPicture(scene().subarray(0, 400), 500)).rejects.toMatchObject({
      code: 'not_an_image',
    })
  })
})

describe('upscale_image', () => {
  test.each([2, 4])('×%i multiplies each side and shows no seams', async (factor) => {
    // Wider than a tile, so that a seam would fall into the picture.
    const source = scene(220, 40)
    const result = await upscale({ firstImage: source, params: { factor } }, io)
    const image = await pixels(result)
    expect([image.width, image.height]).toEqual([220 * factor, 40 * factor])
    const back = await pixels(result, 220, 40)
    expect(meanDifference(back.data, (await pixels(source)).data)).toBeLessThan(4)
    const row = 4 * factor * image.width * 4
    const red = (column: number) => image.data[row + column * 4] ?? 0
    expect(Math.abs(red(192 * factor - 1) - red(192 * factor))).toBeLessThan(8)
  })

  test('transparency is kept', async () => {
    const canvas = createCanvas(32, 32)
    canvas.getContext('2d').fillRect(0, 0, 16, 32)
    const { data } = await pixels(
      await upscale({ firstImage: canvas.encodeSync('png'), params: { factor: 2 } }, io),
    )
    expect(data[3]).toBe(255)
    expect(data[60 * 4 + 3]).toBe(0)
  })

  test('a picture over the limit is refused before any work', async () => {
    const large = createCanvas(1100, 1000).encodeSync('png')
    await expect(upscale({ firstImage: large, params: { factor: 4 } }, io)).rejects.toMatchObject({
      code: 'picture_too_large',
      message: /1024 × 1024/,
    })
  })
})

/** A drawn portrait: enough of a face and shoulders for the model to recognise a person. */
function portrait(): Buffer {
  const side = 384
  const canvas = createCanvas(side, side)
  const pen = canvas.getContext('2d')
  const wall = pen.createLinearGradient(0, 0, side, side)
  wall.addColorStop(0, '#8fb3c9')
  wall.addColorStop(1, '#c9d8d2')
  pen.fillStyle = wall
  pen.fillRect(0, 0, side, side)
  const oval = (colour: string, x: number, y: number, rx: number, ry: number) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2)
    pen.fill()
  }
  oval('#2b3550', 192, 400, 150, 130)
  oval('#3a2417', 192, 130, 78, 88)
  pen.fillStyle = '#d9a98a'
  pen.fillRect(162, 200, 60, 80)
  const skin = pen.createRadialGradient(175, 140, 10, 192, 150, 90)
  skin.addColorStop(0, '#f0c6a6')
  skin.addColorStop(1, '#c98f6e')
  pen.fillStyle = skin
  pen.beginPath()
  pen.ellipse(192, 152, 60, 76, 0, 0, Math.PI * 2)
  pen.fill()
  for (const x of [168, 216]) {
    oval('#ffffff', x, 142, 11, 6)
    oval('#3b2a20', x, 142, 5, 5)
    oval('#4a3020', x, 127, 14, 3)
  }
  oval('#b97a5c', 192, 166, 8, 6)
  oval('#a8494a', 192, 194, 19, 6)
  return canvas.encodeSync('png')
}

describe('remove_background', () => {
  test('the person is kept and the wall is removed', async () => {
    const { data, width } = await pixels(
      await cutOut({ firstImage: portrait(), params: { softness: 0.3 } }),
    )
    const alpha = (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? -1
    expect(alpha(192, 150)).toBeGreaterThan(240)
    expect(alpha(192, 350)).toBeGreaterThan(240)
    expect(alpha(12, 12)).toBeLessThan(15)
    expect(alpha(370, 60)).toBeLessThan(15)
  })

  test('a background colour is put behind the person', async () => {
    const { data } = await pixels(
      await cutOut({ firstImage: portrait(), params: { softness: 0.3, background: '#ff8800' } }),
    )
    expect([...data.subarray(0, 4)]).toEqual([255, 136, 0, 255])
  })

  test('a picture without a person is refused with a message that says so', async () => {
    const canvas = createCanvas(200, 200)
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#88aacc'
    pen.fillRect(0, 0, 200, 200)
    pen.fillStyle = '#335522'
    pen.fillRect(0, 150, 200, 50)
    const empty = { firstImage: canvas.encodeSync('png'), params: { softness: 0.3 } }
    await expect(cutOut(empty)).rejects.toMatchObject({ code: 'no_person' })
    await expect(cutOut(empty)).rejects.toThrow(/cuts out people only/)
  })
})
