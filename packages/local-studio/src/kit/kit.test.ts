import { createCanvas, loadImage } from '@napi-rs/canvas'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import { drawCard } from './draw-card.ts'
import { filmCard } from './film-card.ts'

const words = { name: 'Where You Grew Up', by: 'by @mara', address: 'shop.example/go/3f9a1c2b77d0' }

/** One colour, so that every pixel of the sample is known. */
function sample(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#20a060'
  pen.fillRect(0, 0, width, height)
  return canvas.encodeSync('png')
}

async function open(bytes: Buffer) {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0)
  const { data } = pen.getImageData(0, 0, image.width, image.height)
  return { width: image.width, height: image.height, data }
}

const count = (data: Uint8ClampedArray, [r, g, b]: readonly [number, number, number]) => {
  let found = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === r && data[at + 1] === g && data[at + 2] === b) found += 1
  return found
}

test.each([
  [300, 200, 1350],
  [200, 300, 1350],
  [300, 200, 1920],
  [1000, 100, 1920],
])('a card shows the whole sample of %i × %i', async (across, down, height) => {
  const bytes = await drawCard({ picture: sample(across, down), width: 1080, height, ...words })
  const card = await open(bytes)
  expect([card.width, card.height]).toEqual([1080, height])
  const box = count(card.data, [0x20, 0xa0, 0x60])
  // The picture has round corners, so that it covers a little less than its box.
  const wide = Math.min(936, Math.sqrt((box * across) / down))
  expect(box / ((wide * wide * down) / across)).toBeCloseTo(1, 1)
  expect(box).toBeGreaterThan(60_000)
  expect(count(card.data, [255, 255, 255])).toBeGreaterThan(10_000)
})

test('long names and names in other scripts do not run over the edge of the card', async () => {
  for (const name of ['word '.repeat(60), 'x'.repeat(200), '夜の街のポスター', '']) {
    const card = await drawCard({
      ...words,
      picture: sample(200, 200),
      width: 1080,
      height: 1350,
      name,
    })
    const { data } = await open(card)
    // Only background is in the margin at the right.
    for (let y = 0; y < 1350; y += 5) expect(data[(y * 1080 + 1040) * 4]).toBeLessThan(200)
  }
})

test('the film of a card is upright and lasts six seconds', async () => {
  const bytes = await filmCard(
    { picture: sample(200, 300), width: 270, height: 480, ...words },
    { onProgress: () => undefined },
  )
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryVideoTrack()
  expect([track?.displayWidth, track?.displayHeight]).toEqual([270, 480])
  expect(await track?.computeDuration()).toBeCloseTo(6, 1)
})
