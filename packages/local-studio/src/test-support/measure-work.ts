import { estimateWork } from '../estimate-work.ts'
import { FUNCTIONS } from '../function-specs.ts'
import { cutOut } from '../functions/cut-out.ts'
import { drawFromWords } from '../functions/draw-from-words.ts'
import { stylise } from '../functions/stylise.ts'
import { upscale } from '../functions/upscale.ts'
import type { MediaFacts, WorkCall } from '../types.ts'
import { animatePicture } from '../video/animate-picture.ts'
import { concatVideos } from '../video/concat.ts'

/**
 * Prints one JSON line for each function and size: the estimate and the measured core seconds. Runs
 * in its own process, so that no other test is measured; measures CPU time, because the machine may
 * be busy. `few` measures one picture, one repainting and one film; `long` adds the most expensive
 * settings.
 */
const few = process.argv.includes('few')
const long = process.argv.includes('long')
const io = { onProgress: () => undefined }

type Settings = Record<string, unknown>
type Made = { bytes: Buffer; facts: MediaFacts }

/** Parsed settings, the form in which the provider passes them to its children. */
function settings<T>(functionType: string, params: Settings): T {
  return FUNCTIONS.find((one) => one.functionType === functionType)?.params.parse(params) as T
}

async function measure(
  name: string,
  call: Partial<WorkCall> & { functionType: string },
  work: () => Promise<Buffer> | Buffer,
): Promise<Made> {
  const none = { params: {}, firstImage: undefined, lastImage: false, videos: [] }
  const { seconds, makes } = estimateWork({ ...none, ...call })
  const before = process.cpuUsage()
  const bytes = await work()
  const { user, system } = process.cpuUsage(before)
  const took = (user + system) / 1_000_000
  process.stdout.write(`${JSON.stringify({ name, estimated: seconds, took })}\n`)
  return { bytes, facts: makes }
}

function draw(params: Settings): Promise<Made> {
  const functionType = 'text_to_image'
  const prompt = 'a lighthouse at dusk with boats and rain'
  const drawIn = (given: Settings) =>
    drawFromWords({ prompt, seed: 3, params: settings(functionType, given) })
  return measure(`draw ${JSON.stringify(params)}`, { functionType, params }, async () => {
    // The file for the screen is drawn first.
    if (params.size) await drawIn({ ...params, size: 'screen' })
    return drawIn(params)
  })
}

function repaint(from: Made, params: Settings): Promise<Made> {
  const functionType = 'image_to_image'
  const call = { functionType, params, firstImage: from.facts }
  const side = from.facts.width
  return measure(`repaint ${side} ${JSON.stringify(params)}`, call, () =>
    stylise({
      firstImage: from.bytes,
      prompt: '',
      seed: 3,
      params: settings(functionType, params),
    }),
  )
}

function enlarge(from: Made, factor: number): Promise<Made> {
  const call = { functionType: 'upscale_image', params: { factor }, firstImage: from.facts }
  return measure(`enlarge ${from.facts.width} by ${factor}`, call, () =>
    upscale({ firstImage: from.bytes, params: { factor } }, io),
  )
}

function film(from: Made, params: Settings, to?: Made): Promise<Made> {
  const functionType = 'image_to_video'
  const call = { functionType, params, firstImage: from.facts, lastImage: Boolean(to) }
  return measure(`film ${to ? 'to another ' : ''}${JSON.stringify(params)}`, call, () =>
    animatePicture(
      {
        firstImage: from.bytes,
        ...(to ? { lastImage: to.bytes } : {}),
        seed: 3,
        params: settings(functionType, params),
      },
      io,
    ),
  )
}

function join(...films: Made[]): Promise<Made> {
  const videos = films.map((one) => one.facts)
  const name = `join ${videos.map((one) => `${one.width}×${one.seconds} s`).join(', ')}`
  return measure(name, { functionType: 'video_concat', videos }, () =>
    concatVideos({ videos: films.map((one) => one.bytes) }, io),
  )
}

const middle = await draw({})
if (few) {
  await repaint(middle, { style: 'oil' })
  await film(middle, { duration: 1, size: 640 })
  process.exit()
}
const large = await draw({ width: 1536, height: 1536, style: 'painterly' })
for (const style of ['landscape', 'painterly', 'poster', 'abstract', 'cosmos']) {
  await draw({ size: 'large', aspect: '3:4', style })
}
const small = await draw({ width: 512, height: 512, style: 'poster' })
for (const style of ['oil', 'brush', 'duotone', 'poster', 'vector']) await repaint(large, { style })
for (const style of ['oil', 'duotone', 'vector']) await repaint(large, { style, size: 'large' })
await enlarge(small, 2)
await enlarge(await draw({ width: 256, height: 256, style: 'poster' }), 4)
const people = await drawFromWords({
  prompt: 'two people',
  seed: 3,
  params: settings('text_to_image', { style: 'landscape' }),
})
await measure(
  'cut out',
  { functionType: 'remove_background', firstImage: middle.facts },
  async () => cutOut({ firstImage: people, params: settings('remove_background', {}) }),
)
const short = await film(middle, { duration: 1, size: 640 })
const other = await film(middle, { duration: 2, size: 512 })
for (const transition of ['morph', 'crossfade', 'dissolve']) {
  await film(middle, { duration: 1, size: 640, transition }, large)
}
await join(other, other)
await join(short, other)
if (long) {
  await enlarge(small, 4)
  await enlarge(middle, 2)
  await enlarge(middle, 4)
  const longest = await film(large, { duration: 8, size: 1280, fps: 30 })
  await film(large, { duration: 8, size: 1280, fps: 30, transition: 'morph' }, middle)
  await join(longest, other)
}
