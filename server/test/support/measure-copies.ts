import { readFileSync } from 'node:fs'
import { textToImageParams } from '@vignette/local-studio'
import { studioTasks } from '@vignette/local-studio/tasks.ts'
import sharp from 'sharp'
import { bitsBetween, COARSE, FINE, isTelling } from '../../src/features/claims/take-copies.ts'
import { hashLooks } from '../../src/features/media/child/looks.ts'
import type { Look } from '../../src/features/media/index.ts'

const WISHES = new URL(
  '../../../packages/local-studio/src/test-support/wishes.txt',
  import.meta.url,
)

/** Pictures of the local studio, the wishes spread over the list; a wish that comes again has another seed. */
export async function drawWishes(count: number): Promise<Buffer[]> {
  const params = textToImageParams.parse({ aspect: '3:2', width: 768, height: 512 })
  const wishes = readFileSync(WISHES, 'utf8').trim().split('\n')
  const drawn: Buffer[] = []
  for (let at = 0; at < count; at++) {
    const prompt = wishes[Math.floor((at * wishes.length) / count)] ?? ''
    const io = { onProgress: () => undefined }
    drawn.push(Buffer.from(await studioTasks.text_to_image({ prompt, seed: at, params }, io)))
  }
  return drawn
}

const CHANGES: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'cut by 5% at a corner': (picture) => cut(picture, 0.05),
  'cut by 5% at the other': (picture) => cut(picture, 0),
  'cut by 4% in the middle': (picture) => cut(picture, 0.02, 0.96),
  'half the size': halve,
  'JPEG of quality 40': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  mirrored: (picture) => sharp(picture).flop().png().toBuffer(),
  'turned by a quarter': (picture) => sharp(picture).rotate(90).png().toBuffer(),
  'all at once': async (picture) =>
    sharp(
      await halve(
        await sharp(await cut(picture, 0.05))
          .flop()
          .png()
          .toBuffer(),
      ),
    )
      .jpeg({ quality: 40 })
      .toBuffer(),
}

async function cut(picture: Buffer, from: number, share = 0.95): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  return sharp(picture)
    .extract({
      left: Math.round(from * width),
      top: Math.round(from * height),
      width: Math.floor(share * width),
      height: Math.floor(share * height),
    })
    .png()
    .toBuffer()
}

async function halve(picture: Buffer): Promise<Buffer> {
  const { width } = await sharp(picture).metadata()
  return sharp(picture)
    .resize({ width: Math.round(width / 2) })
    .png()
    .toBuffer()
}

export const looksOf = (bytes: Uint8Array, turned: boolean) =>
  hashLooks({ bytes, maxPixels: 50_000_000, turned })

export const isCopy = (taken: readonly Look[], { coarse, fine }: Look) =>
  taken.some(
    (one) => bitsBetween(one.coarse, coarse) <= COARSE && bitsBetween(one.fine, fine) <= FINE,
  )

export interface CopyFigures {
  /** The share of the pictures whose copy by this change was known again. */
  found: Record<string, number>
  /** Two different pictures of which one passes for a copy of the other, by their places. */
  wrong: [taken: number, other: number][]
  pairs: number
}

/** Takes each picture down in thought, and looks for its copies and for it among all others. */
export async function measureCopies(
  pictures: readonly Buffer[],
  say: (line: string) => void = () => undefined,
): Promise<CopyFigures> {
  const taken: Look[][] = []
  const found = Object.fromEntries(Object.keys(CHANGES).map((name) => [name, 0]))
  const plain: Look[] = []
  for (const [at, picture] of pictures.entries()) {
    const looks = (await looksOf(picture, true)).filter(isTelling)
    taken.push(looks)
    for (const [name, change] of Object.entries(CHANGES)) {
      const [look] = await looksOf(await change(picture), false)
      if (look && isCopy(looks, look)) found[name] = (found[name] ?? 0) + 1 / pictures.length
    }
    plain.push(...(await looksOf(picture, false)))
    if (at % 50 === 49) say(`  ${at + 1} of ${pictures.length} pictures`)
  }
  const wrong = taken.flatMap((looks, one) =>
    plain.flatMap((look, other): [number, number][] =>
      one !== other && isCopy(looks, look) ? [[one, other]] : [],
    ),
  )
  return { found, wrong, pairs: pictures.length * (pictures.length - 1) }
}
