import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import type { FaceRequest } from './messages.ts'

const MODEL = fileURLToPath(new URL('../models/blazeface/model.onnx', import.meta.url))
const SIDE = 256
/** How surely a face must be there; docs/decisions/0036-faces.md has the figures. */
const SURE = 0.75

let loaded: Promise<InferenceSession> | undefined

/** Whether one of these pictures shows a face: not whose, and not where. */
export async function findFace({ pictures }: FaceRequest): Promise<boolean> {
  // Loaded once per child, and only in a child that looks for faces.
  loaded ??= InferenceSession.create(MODEL, { logSeverityLevel: 3, intraOpNumThreads: 1 })
  const model = await loaded
  for (const bytes of pictures) {
    const pixels = await sharp(bytes, { pages: 1 })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize({ width: SIDE, height: SIDE, fit: 'contain', background: '#000' })
      .removeAlpha()
      .raw()
      .toBuffer()
    const input = Float32Array.from(pixels, (value) => value / 127.5 - 1)
    const answers = await model.run({
      [model.inputNames[0] ?? 'input']: new Tensor('float32', input, [1, SIDE, SIDE, 3]),
    })
    // The others say where a face lies.
    const sure = Object.values(answers).filter(({ dims }) => dims.at(-1) === 1)
    const best = Math.max(...sure.map(({ data }) => Math.max(...(data as Float32Array))))
    if (1 / (1 + Math.exp(-best)) >= SURE) return true
  }
  return false
}
