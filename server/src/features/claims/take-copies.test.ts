import { readFileSync } from 'node:fs'
import { textToImageParams } from '@vignette/local-studio'
import { studioTasks } from '@vignette/local-studio/tasks.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashLooks } from '../media/child/looks.ts'
import type { Look } from '../media/index.ts'
import { COARSE, FINE } from './take-copies.ts'

const WISHES = new URL(
  '../../../../packages/local-studio/src/test-support/wishes.txt',
  import.meta.url,
)
/** The figures in docs/security.md are of 32. */
const COUNT = Number(process.env['COPIES'] ?? 12)

/** Pictures of the local studio, each of another wish. */
async function draw(): Promise<Buffer[]> {
  const params = textToImageParams.parse({ aspect: '3:2', width: 768, height: 512 })
  const wishes = readFileSync(WISHES, 'utf8').trim().split('\n')
  const drawn: Buffer[] = []
  for (let at = 0; at < COUNT; at++) {
    const prompt = wishes[Math.floor((at * wishes.length) / COUNT)] ?? ''
    const io = { onProgress: () => undefined }
    drawn.push(Buffer.from(await studioTasks.text_to_image({ prompt, seed: at, params }, io)))
  }
  return drawn
}

const CHANGES: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'cut by 5% at a corner': (picture) => cut(picture, 0.05),
  'cut by 5% at the other': (picture) => cut(picture, 0),
  'cut by 4% in the middle': (picture) => cut(picture, 0.02, 0.96),
  'half the size': (picture) => sharp(picture).resize({ width: 384 }).png().toBuffer(),
  'JPEG of quality 40': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  mirrored: (picture) => sharp(picture).flop().png().toBuffer(),
  'turned by a quarter': (picture) => sharp(picture).rotate(90).png().toBuffer(),
  'all at once': async (picture) =>
    sharp(
      await sharp(await cut(picture, 0.05))
        .flop()
        .resize({ width: 384 })
        .toBuffer(),
    )
      .jpeg({ quality: 40 })
      .toBuffer(),
}

function cut(picture: Buffer, from: number, share = 0.95): Promise<Buffer> {
  const [width, height] = [768, 512]
  return sharp(picture)
    .extract({
      left: Math.round(from * width),
      top: Math.round(from * height),
      width: Math.round(share * width),
      height: Math.round(share * height),
    })
    .png()
    .toBuffer()
}

const looksOf = (bytes: Uint8Array, turned: boolean) =>
  hashLooks({ bytes, maxPixels: 50_000_000, turned })

function bitsBetween(a: string, b: string): number {
  const bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  return bits.toString(2).replaceAll('0', '').length
}

const isCopy = (taken: readonly Look[], { coarse, fine }: Look) =>
  taken.some(
    (one) => bitsBetween(one.coarse, coarse) <= COARSE && bitsBetween(one.fine, fine) <= FINE,
  )

test('copies of pictures of the local studio are found, however they are cut, turned or squeezed, and other pictures are left', async () => {
  const pictures = await draw()
  const taken: Look[][] = []
  for (const picture of pictures) taken.push(await looksOf(picture, true))
  const figures: Record<string, number> = {}
  for (const [name, change] of Object.entries(CHANGES)) {
    let found = 0
    for (const [at, picture] of pictures.entries()) {
      const [look] = await looksOf(await change(picture), false)
      if (look && isCopy(taken[at] ?? [], look)) found += 1
    }
    figures[name] = found / COUNT
  }
  let wrong = 0
  for (const [at, picture] of pictures.entries()) {
    const [look] = await looksOf(picture, false)
    wrong += taken.filter((one, other) => other !== at && look && isCopy(one, look)).length
  }
  const pairs = COUNT * (COUNT - 1)
  // oxlint-disable-next-line no-console -- The figures are what this test is for.
  console.info(`copies found: ${JSON.stringify(figures)}; wrong: ${wrong} of ${pairs}`)
  for (const [name, share] of Object.entries(figures))
    expect([name, share >= 0.95]).toEqual([name, true])
  expect(wrong / pairs).toBeLessThanOrEqual(1 / 1000)
}, 180_000)
