import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { TaskError } from '../../../platform/children/messages.ts'
import { shortenFeatures } from './shorten-features.ts'

const MODEL = fileURLToPath(new URL('../models/nsfw-mobilenet-v2-mid/model.onnx', import.meta.url))
const SIZE = 224
const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const

export type ImageScores = Record<(typeof CLASSES)[number], number> & {
  /** The model's numbers before its classes, shortened. */
  features: Int8Array
}
export interface ScoreRequest {
  bytes: Uint8Array
  maxPixels: number
}

let loaded: Promise<InferenceSession> | undefined

/** The probability of each class, computed as nsfwjs does: same sizes, same resizing. */
export async function scoreImage(request: ScoreRequest): Promise<ImageScores> {
  // Loaded once per child, and only in a child that scores pictures.
  loaded ??= InferenceSession.create(MODEL, { logSeverityLevel: 3, intraOpNumThreads: 1 })
  const model = await loaded
  const { data, info } = await sharp(request.bytes, {
    limitInputPixels: request.maxPixels,
    failOn: 'warning',
    pages: 1,
  })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw new TaskError('invalid_media', error.message)
    })
  const input = resizeBilinear(data, info.width, info.height)
  const { output, embedding } = await model.run({
    [model.inputNames[0] ?? 'input']: new Tensor('float32', input, [1, SIZE, SIZE, 3]),
  })
  const values = output?.data as Float32Array
  const scores = Object.fromEntries(CLASSES.map((name, at) => [name, values[at] ?? 0]))
  return { ...scores, features: shortenFeatures(embedding?.data as Float32Array) } as ImageScores
}

/** The resizing that the model was trained with: bilinear, corners aligned, colours from 0 to 1. */
function resizeBilinear(data: Uint8Array, width: number, height: number): Float32Array {
  const result = new Float32Array(SIZE * SIZE * 3)
  for (let row = 0; row < SIZE; row++) {
    const y = (row * (height - 1)) / (SIZE - 1)
    const top = Math.floor(y)
    const below = Math.min(top + 1, height - 1)
    for (let column = 0; column < SIZE; column++) {
      const x = (column * (width - 1)) / (SIZE - 1)
      const left = Math.floor(x)
      const right = Math.min(left + 1, width - 1)
      for (let c = 0; c < 3; c++) {
        const at = (line: number, place: number) => data[(line * width + place) * 3 + c] ?? 0
        const upper = at(top, left) + (at(top, right) - at(top, left)) * (x - left)
        const lower = at(below, left) + (at(below, right) - at(below, left)) * (x - left)
        result[(row * SIZE + column) * 3 + c] = (upper + (lower - upper) * (y - top)) / 255
      }
    }
  }
  return result
}
