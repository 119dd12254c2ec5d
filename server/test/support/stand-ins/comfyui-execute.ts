import '@napi-rs/webcodecs/polyfill'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { createVideoWriter } from '@vignette/local-studio/video/write-video.ts'
import sharp, { type Sharp } from 'sharp'
import type { NodeInfo } from './comfyui-nodes.ts'
import type { ComfyGraph } from './comfyui-validate.ts'

interface Size {
  width: number
  height: number
  many: number
}

/** What a node hands on: pictures for pictures, masks and films, else what identifies the value. */
interface Value {
  digest: string
  pictures: Buffer[]
  plain: unknown
}

export interface SavedFile {
  filename: string
  subfolder: string
  type: 'output' | 'temp'
}

/** The folders of the stand-in, and what it says while it works. */
export interface Workshop {
  nodes: Readonly<Record<string, NodeInfo>>
  inputs: ReadonlyMap<string, Buffer>
  save(prefix: string, extension: string, type: SavedFile['type'], bytes: Buffer): SavedFile
  onNode(id: string): void
  onOutput(id: string, output: Record<string, unknown>): void
}

/**
 * Runs a graph that was found valid: every node's value depends on its type, its inputs and the nodes before
 * it. Pictures are small, films have at most twelve frames.
 */
export async function executeGraph(
  graph: ComfyGraph,
  outputs: readonly string[],
  shop: Workshop,
): Promise<void> {
  const done = new Map<string, Value>()
  for (const id of outputs) await run(id)

  async function run(id: string): Promise<Value> {
    const known = done.get(id)
    if (known) return known
    const { class_type = '', inputs } = graph[id] ?? { inputs: {} }
    const given: Record<string, Value> = {}
    for (const [name, value] of Object.entries(inputs)) {
      const link = Array.isArray(value) ? (value as [string, number]) : undefined
      const before = link && (await run(link[0]))
      given[name] = before
        ? { ...before, digest: digest([before.digest, link[1]]) }
        : { digest: digest(value), pictures: [], plain: value }
    }
    shop.onNode(id)
    const made = await make(class_type, given, shop)
    done.set(id, made)
    if (shop.nodes[class_type]?.output_node) {
      shop.onOutput(id, await save(class_type, made, given, graph, shop))
    }
    return made
  }
}

async function make(type: string, given: Record<string, Value>, shop: Workshop): Promise<Value> {
  const whole = digest([type, Object.entries(given).map(([name, one]) => [name, one.digest])])
  const answer = (pictures: Buffer[], plain?: unknown) => ({ digest: whole, pictures, plain })
  const plain = (name: string) => given[name]?.plain
  const upload = shop.inputs.get(words(plain('image') ?? plain('video') ?? plain('file')))
  if (/^(Load|VHS_Load)/.test(type) && upload) return answer([await readPicture(upload)])
  if (type.startsWith('Primitive')) return answer([], plain('value'))

  const before = Object.values(given).flatMap(({ pictures }) => pictures)
  const [width, height] = [number(plain('width')), number(plain('height'))]
  const many = Math.min(12, number(plain('length')) ?? number(plain('batch_size')) ?? 1)
  const own = width && height ? { width, height, many } : undefined
  const size =
    own ??
    Object.values(given)
      .map((one) => one.plain)
      .find(isSize)
  if (before.length === 0) {
    const draws = shop.nodes[type]?.output.some((one) => /^(IMAGE|MASK|VIDEO)$/.test(one))
    return draws
      ? answer(await drawMany(whole, size ?? { width: 64, height: 64, many: 1 }))
      : answer([], size)
  }
  const edit = (change: (one: Sharp) => Sharp) =>
    Promise.all(before.map((one) => change(sharp(one)).png().toBuffer()))
  if (type === 'ImageInvert' || type === 'InvertMask') {
    return answer(await edit((one) => one.negate({ alpha: false })))
  }
  if (own && (type === 'ImageScale' || type === 'LatentUpscale')) {
    return answer(await edit((one) => one.resize({ ...fit(own), fit: 'fill' })))
  }
  // What a model paints over a picture stays recognisable as that picture.
  const hue = Number.parseInt(whole.slice(0, 4), 16) % 360
  if (/^K?Sampler/.test(type)) return answer(await edit((one) => one.modulate({ hue })))
  return answer(before)
}

async function save(
  type: string,
  made: Value,
  given: Record<string, Value>,
  graph: ComfyGraph,
  shop: Workshop,
): Promise<Record<string, unknown>> {
  if (made.pictures.length === 0) return { text: [words(Object.values(given)[0]?.plain)] }
  const prefix = words(given['filename_prefix']?.plain) || 'ComfyUI'
  const format = words(given['format']?.plain)
  if (type === 'SaveVideo' || (type === 'VHS_VideoCombine' && format.startsWith('video/'))) {
    const rate = number(given['frame_rate']?.plain) ?? 12
    const film = shop.save(prefix, 'mp4', 'output', await writeFilm(made.pictures, rate))
    return type === 'SaveVideo'
      ? { images: [film], animated: [true] }
      : { gifs: [{ ...film, format, frame_rate: rate }] }
  }
  const temporary = type === 'PreviewImage'
  const images = made.pictures.map((one) =>
    shop.save(
      temporary ? 'ComfyUI_temp' : prefix,
      'png',
      temporary ? 'temp' : 'output',
      addText(one, graph),
    ),
  )
  return { images }
}

function isSize(value: unknown): value is Size {
  return typeof value === 'object' && value !== null && 'many' in value
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The largest that the stand-in draws, in the same shape. */
function fit({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, 256 / Math.max(width, height))
  return {
    width: Math.max(2, Math.round(width * scale)),
    height: Math.max(2, Math.round(height * scale)),
  }
}

async function readPicture(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  return sharp(bytes).resize(fit({ width, height })).png().toBuffer()
}

function drawMany(whole: string, size: Size): Promise<Buffer[]> {
  const { width, height } = fit(size)
  const hue = Number.parseInt(whole.slice(0, 4), 16) % 360
  const x = Number.parseInt(whole.slice(4, 6), 16) / 255
  return Promise.all(
    Array.from({ length: size.many }, (_, at) => {
      const middle = `cx="${x * width}" cy="${(height * (at + 1)) / (size.many + 1)}"`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <rect width="100%" height="100%" fill="hsl(${hue} 60% 60%)"/>
        <circle ${middle} r="${Math.min(width, height) / 3}" fill="hsl(${hue + 150} 60% 40%)"/></svg>`
      return sharp(Buffer.from(svg)).png().toBuffer()
    }),
  )
}

async function writeFilm(pictures: Buffer[], fps: number): Promise<Buffer> {
  const first = await loadImage(pictures[0] ?? Buffer.of())
  // Encoders take even sizes, and none below a block.
  const [width, height] = [Math.max(64, first.width & ~1), Math.max(64, first.height & ~1)]
  const writer = await createVideoWriter({ width, height, fps: Math.min(fps, 24) })
  const canvas = createCanvas(width, height)
  const frames = pictures.length > 1 ? pictures : Array.from({ length: 12 }, () => pictures[0])
  for (const one of frames) {
    canvas.getContext('2d').drawImage(await loadImage(one ?? Buffer.of()), 0, 0, width, height)
    await writer.add(canvas)
  }
  return writer.finish()
}

/** The graph in the file, as ComfyUI writes it: a `tEXt` chunk (PNG, 11.3.4.3) before the end. */
function addText(png: Buffer, graph: ComfyGraph): Buffer {
  // tEXt holds Latin-1, so json.dumps escapes the rest.
  const json = JSON.stringify(graph).replace(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const chunk = Buffer.from(`tEXtprompt\0${json}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(chunk))
  const end = png.length - 12
  return Buffer.concat([png.subarray(0, end), length, chunk, check, png.subarray(end)])
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16)
}
