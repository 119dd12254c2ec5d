import { fileURLToPath } from 'node:url'
import { createCanvas, ImageData } from '@napi-rs/canvas'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { smoothstep } from '../drawing/noise.ts'
import { Refusal } from '../refusal.ts'
import { openPicture, type RawPicture, toCanvas, toPng } from './open-picture.ts'

export interface CutOut {
  firstImage: Uint8Array
  params: { background?: string | undefined; softness: number }
}

/** The model's own input size. */
const SIDE = 256
const LONGEST = 2048
/** Below this share of confident pixels, the picture counts as having no person. */
const LEAST_PERSON = 0.012

const MODEL = fileURLToPath(new URL('../../models/selfie.onnx', import.meta.url))

let loaded: Promise<InferenceSession> | undefined

export async function cutOut({ firstImage, params }: CutOut): Promise<Buffer> {
  const picture = await openPicture(firstImage, LONGEST)
  const mask = await findPerson(picture)
  let sure = 0
  for (const value of mask) if (value > 0.7) sure += 1
  if (sure / mask.length < LEAST_PERSON) {
    throw new Refusal(
      'no_person',
      'Nobody was found in this picture; this step cuts out people only.',
    )
  }
  const alpha = enlargeMask(mask, picture, params.softness)
  const { data } = picture
  const back = params.background ? parseCode(params.background) : undefined
  for (let i = 0; i < alpha.length; i++) {
    const at = i * 4
    const keep = (alpha[i] ?? 0) * ((data[at + 3] ?? 255) / 255)
    if (back) {
      for (let c = 0; c < 3; c++)
        data[at + c] = (data[at + c] ?? 0) * keep + (back[c] ?? 0) * (1 - keep)
      data[at + 3] = 255
    } else data[at + 3] = keep * 255
  }
  return toPng(picture)
}

async function findPerson(picture: RawPicture): Promise<Float32Array> {
  loaded ??= InferenceSession.create(MODEL, { logSeverityLevel: 3, intraOpNumThreads: 1 })
  const model = await loaded
  const pen = createCanvas(SIDE, SIDE).getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(toCanvas(picture), 0, 0, SIDE, SIDE)
  const { data } = pen.getImageData(0, 0, SIDE, SIDE)
  const input = new Float32Array(SIDE * SIDE * 3)
  for (let i = 0; i < SIDE * SIDE; i++) {
    for (let c = 0; c < 3; c++) input[i * 3 + c] = (data[i * 4 + c] ?? 0) / 255
  }
  const { output } = await model.run({
    [model.inputNames[0] ?? 'input']: new Tensor('float32', input, [1, SIDE, SIDE, 3]),
  })
  return output?.data as Float32Array
}

/**
 * Enlarges the small mask to the picture's size and aligns its soft edge with the picture's own
 * edges.
 */
function enlargeMask(mask: Float32Array, picture: RawPicture, softness: number): Float32Array {
  const { width, height } = picture
  const small = createCanvas(SIDE, SIDE)
  const pixels = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let i = 0; i < mask.length; i++) {
    pixels[i * 4] = (mask[i] ?? 0) * 255
    pixels[i * 4 + 3] = 255
  }
  small.getContext('2d').putImageData(new ImageData(pixels, SIDE, SIDE), 0, 0)
  const pen = createCanvas(width, height).getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(small, 0, 0, width, height)
  const grown = pen.getImageData(0, 0, width, height).data
  const half = 0.08 + softness * 0.34
  return Float32Array.from({ length: width * height }, (_, i) =>
    smoothstep(0.5 - half, 0.5 + half, (grown[i * 4] ?? 0) / 255),
  )
}

function parseCode(code: string): [number, number, number] {
  const n = Number.parseInt(code.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}
