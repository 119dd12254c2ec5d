import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import type { GraphModel } from '@tensorflow/tfjs-converter'
import type { Tensor4D } from '@tensorflow/tfjs-core'
import sharp from 'sharp'
import { TaskError } from '../../../platform/children/messages.ts'

const MODEL = new URL('../models/nsfw-mobilenet-v2-mid/', import.meta.url)
const SIZE = 224
const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const

export type ImageScores = Record<(typeof CLASSES)[number], number>
export interface ScoreRequest {
  bytes: Uint8Array
  maxPixels: number
}

let loaded: Promise<GraphModel> | undefined

/** Once a child, and only in one that was asked for a score. */
async function loadModel(): Promise<GraphModel> {
  const tf = await import('@tensorflow/tfjs-core')
  const { loadGraphModel } = await import('@tensorflow/tfjs-converter')
  const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm')
  const entry = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')
  setWasmPaths(`${dirname(entry)}${sep}`)
  await tf.setBackend('wasm')
  await tf.ready()
  const [json, weights] = await Promise.all([
    readFile(new URL('model.json', MODEL), 'utf8'),
    readFile(new URL('weights.bin', MODEL)),
  ])
  const { modelTopology, weightsManifest, format } = JSON.parse(json)
  return loadGraphModel({
    load: async () => ({
      modelTopology,
      format,
      weightSpecs: weightsManifest[0].weights,
      weightData: new Uint8Array(weights).buffer,
    }),
  })
}

/** How likely the picture is of each kind, as nsfwjs itself would say: same sizes, same resizing. */
export async function scoreImage(request: ScoreRequest): Promise<ImageScores> {
  loaded ??= loadModel()
  const model = await loaded
  const tf = await import('@tensorflow/tfjs-core')
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
  const answer = tf.tidy(() => {
    const image = tf.tensor3d(new Uint8Array(data), [info.height, info.width, 3], 'int32')
    const scaled = tf.div(tf.cast(image, 'float32'), tf.scalar(255)) as typeof image
    const resized = tf.image.resizeBilinear(scaled, [SIZE, SIZE], true)
    return model.predict(tf.reshape(resized, [1, SIZE, SIZE, 3]) as Tensor4D)
  })
  const values = await (answer as Tensor4D).data()
  ;(answer as Tensor4D).dispose()
  return Object.fromEntries(CLASSES.map((name, at) => [name, values[at] ?? 0])) as ImageScores
}
