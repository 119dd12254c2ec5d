import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { Refusal } from '../refusal.ts'
import type { TaskIo } from '../types.ts'
import { openPicture, type RawPicture, toCanvas, toPng } from './open-picture.ts'

export interface Upscale {
  firstImage: Uint8Array
  params: { factor: number }
}

const MODELS: Record<number, { file: string; mostPixels: number }> = {
  2: { file: 'esrgan-slim-x2.onnx', mostPixels: 2_000_000 },
  4: { file: 'esrgan-medium-x4.onnx', mostPixels: 1_048_576 },
}
const TILE = 192
/** Overlap of neighbouring tiles, so that no seam shows. */
const PAD = 8

const sessions = new Map<number, Promise<InferenceSession>>()

function sessionOf(factor: number, file: string): Promise<InferenceSession> {
  const kept = sessions.get(factor)
  if (kept) return kept
  const path = fileURLToPath(new URL(`../../models/${file}`, import.meta.url))
  const session = InferenceSession.create(path, { logSeverityLevel: 3, intraOpNumThreads: 2 })
  sessions.set(factor, session)
  return session
}

export async function upscale({ firstImage, params }: Upscale, io: TaskIo): Promise<Buffer> {
  const { factor } = params
  const model = MODELS[factor]
  if (!model) throw new Error(`no model for factor ${factor}`)
  const picture = await openPicture(firstImage, 10_000)
  if (picture.width * picture.height > model.mostPixels) {
    const side = Math.floor(Math.sqrt(model.mostPixels))
    throw new Refusal(
      'picture_too_large',
      `This picture is too large to be enlarged ${factor} times; the most is ${side} × ${side} pixels.`,
    )
  }
  const session = await sessionOf(factor, model.file)
  const result = enlargeSmoothly(picture, factor)
  const tiles: Array<[number, number]> = []
  for (let y = 0; y < picture.height; y += TILE) {
    for (let x = 0; x < picture.width; x += TILE) tiles.push([x, y])
  }
  for (const [done, [x, y]] of tiles.entries()) {
    await enlargeTile(session, picture, result, factor, x, y)
    io.onProgress(((done + 1) / tiles.length) * 90, 'Enlarging')
  }
  return toPng(result)
}

/** Gives the size and the alpha channel; the model replaces the colours. */
function enlargeSmoothly(picture: RawPicture, factor: number): RawPicture {
  const width = picture.width * factor
  const height = picture.height * factor
  const pen = createCanvas(width, height).getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(toCanvas(picture), 0, 0, width, height)
  return { width, height, data: pen.getImageData(0, 0, width, height).data }
}

async function enlargeTile(
  session: InferenceSession,
  picture: RawPicture,
  result: RawPicture,
  factor: number,
  x: number,
  y: number,
): Promise<void> {
  const left = Math.max(0, x - PAD)
  const top = Math.max(0, y - PAD)
  const right = Math.min(picture.width, x + TILE + PAD)
  const bottom = Math.min(picture.height, y + TILE + PAD)
  const width = right - left
  const height = bottom - top
  const input = new Float32Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = ((top + row) * picture.width + left + column) * 4
      const to = (row * width + column) * 3
      for (let c = 0; c < 3; c++) input[to + c] = picture.data[from + c] ?? 0
    }
  }
  const answer = await session.run({ in: new Tensor('float32', input, [1, height, width, 3]) })
  const output = answer.out?.data as Float32Array | undefined
  if (!output) throw new Error('the model gave no picture')
  const innerRight = Math.min(picture.width, x + TILE)
  const innerBottom = Math.min(picture.height, y + TILE)
  for (let row = y * factor; row < innerBottom * factor; row++) {
    for (let column = x * factor; column < innerRight * factor; column++) {
      const from = ((row - top * factor) * width * factor + column - left * factor) * 3
      const to = (row * result.width + column) * 4
      for (let c = 0; c < 3; c++) result.data[to + c] = Math.round(output[from + c] ?? 0)
    }
  }
}
