import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import sharp from 'sharp'
import { Refusal } from '../refusal.ts'

const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])
const MOST_PIXELS = 50_000_000

export interface RawPicture {
  width: number
  height: number
  /** RGBA, four bytes a pixel. */
  data: Uint8ClampedArray
}

/**
 * Decodes an image upright, at most as large as asked; throws a message for people if the bytes are
 * no image.
 */
export async function openPicture(bytes: Uint8Array, longestSide: number): Promise<RawPicture> {
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
    const { format } = await image.metadata()
    if (!FORMATS.has(format)) throw new Error(`format ${format} is not taken`)
    const { data, info } = await image
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return {
      width: info.width,
      height: info.height,
      data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    }
  } catch {
    throw new Refusal('not_an_image', 'This file cannot be read as a picture.')
  }
}

export function toCanvas({ width, height, data }: RawPicture): Canvas {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0)
  return canvas
}

export async function toPng({ width, height, data }: RawPicture): Promise<Buffer> {
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** A drawn sheet as PNG, packed lightly, because its receiver packs it again: in a tenth of the canvas's own time. */
export async function encodeOpaque(canvas: Canvas): Promise<Buffer> {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 2 })
    .toBuffer()
}
