import sharp from 'sharp'
import { expect, test } from 'vitest'
import { finishImage } from './images.ts'

/** Soft shapes, others for each seed. */
async function draw(seed: number): Promise<Buffer> {
  const noise = Buffer.from(
    Uint8Array.from({ length: 12 * 9 * 3 }, (_, at) => ((at + seed) * (at + 7) * 7919) >> 4),
  )
  return sharp(noise, { raw: { width: 12, height: 9, channels: 3 } })
    .resize({ width: 1200, height: 900, fit: 'fill' })
    .png()
    .toBuffer()
}

async function hash(bytes: Uint8Array): Promise<bigint> {
  const { dhash } = await finishImage({ bytes, sourceType: null, maxPixels: 5_000_000 })
  expect(dhash).toMatch(/^[0-9a-f]{16}$/)
  return BigInt(`0x${dhash}`)
}

const countBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

test('a smaller, coarser and brighter copy of a picture has nearly its hash, another picture has not', async () => {
  const picture = await draw(1)
  const copy = await sharp(picture)
    .resize({ width: 500 })
    .modulate({ brightness: 1.1 })
    .jpeg({ quality: 50 })
    .toBuffer()
  const own = await hash(picture)
  expect(countBits(own ^ (await hash(copy)))).toBeLessThanOrEqual(4)
  expect(countBits(own ^ (await hash(await draw(40))))).toBeGreaterThan(16)
})
