import sharp from 'sharp'
import { hashDifferences, notMedia, openImage } from './images.ts'
import type { Look, LooksRequest } from './messages.ts'

/** Parts of a picture, as shares of its sides: the whole, and what is left after a cut at its edges. */
const CUTS = [
  [0, 0, 1],
  [0, 0, 0.975],
  [0.025, 0, 0.975],
  [0, 0.025, 0.975],
  [0.025, 0.025, 0.975],
  [0, 0, 0.95],
  [0.05, 0, 0.95],
  [0, 0.05, 0.95],
  [0.05, 0.05, 0.95],
  [0.025, 0.025, 0.95],
  [0.05, 0.05, 0.9],
] as const

const SIDE = 512

/**
 * By what a picture is known again: for the picture itself one look; `turned`, also mirrored, turned
 * by quarters and cut, so that a copy is compared once, as it is.
 */
export async function hashLooks({ bytes, maxPixels, turned }: LooksRequest): Promise<Look[]> {
  try {
    const { data, info } = await openImage(bytes, maxPixels)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .greyscale()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const whole = () => sharp(data, { raw: { width, height, channels } })
    if (!turned) return [await lookOf(await whole().png().toBuffer())]
    const looks: Look[] = []
    for (const [left, top, share] of CUTS) {
      const cut = await whole()
        .extract({
          left: Math.floor(left * width),
          top: Math.floor(top * height),
          width: Math.max(1, Math.floor(share * width)),
          height: Math.max(1, Math.floor(share * height)),
        })
        .png()
        .toBuffer()
      for (const mirrored of [false, true]) {
        const side = mirrored ? await sharp(cut).flop().png().toBuffer() : cut
        for (const angle of [0, 90, 180, 270])
          looks.push(await lookOf(await sharp(side).rotate(angle).png().toBuffer()))
      }
    }
    return looks
  } catch (error) {
    throw notMedia(error)
  }
}

async function lookOf(picture: Buffer): Promise<Look> {
  return { coarse: await hashDifferences(picture), fine: await hashFinely(picture) }
}

const POINTS = 13

/** Two bits for each of twelve by twelve greys: whether the neighbours to the right and below are darker. */
async function hashFinely(picture: Buffer): Promise<string> {
  const greys = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize({ width: POINTS, height: POINTS, fit: 'fill' })
    .raw()
    .toBuffer()
  let bits = 0n
  for (let row = 0; row < POINTS - 1; row++) {
    for (let at = row * POINTS; at < row * POINTS + POINTS - 1; at++) {
      const grey = greys[at] ?? 0
      bits = (bits << 1n) | (grey > (greys[at + 1] ?? 0) ? 1n : 0n)
      bits = (bits << 1n) | (grey > (greys[at + POINTS] ?? 0) ? 1n : 0n)
    }
  }
  return bits.toString(16).padStart(72, '0')
}
