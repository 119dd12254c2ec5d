import { MEGABYTE } from './upload-limits.ts'

// What ComfyUI writes into files: the graph that ran (`prompt`, the API format) and the editor's own
// save (`workflow`), as JSON.

export type Parts = Record<string, unknown>

export function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name or number as text; `String` would fail on an object that has a `toString` of its own. */
export function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value as string) : ''
}

export interface ComfyFile {
  /** Nodes by id, as ComfyUI's server runs them. */
  prompt?: Parts
  /** `nodes` and `links`, as ComfyUI's editor draws them. */
  workflow?: Parts
}

export const COMFY_FILE = {
  types: ['application/json', 'image/png', 'image/webp'],
  maxBytes: 5 * MEGABYTE,
} as const

/** Of compressed words in a picture; a graph of 500 nodes is far below. */
const MAX_INFLATED = 8 * MEGABYTE

/** The graphs of a JSON file or of a picture that ComfyUI saved; undefined where there is none. */
export async function readComfyFile(bytes: Uint8Array): Promise<ComfyFile | undefined> {
  const words = readWebpWords(bytes) ?? (await readPngWords(bytes))
  if (!words) return readComfyJson(parse(new TextDecoder().decode(bytes)))
  const prompt = readComfyJson(parse(words.get('prompt')))?.prompt
  const workflow = readComfyJson(parse(words.get('workflow')))?.workflow
  return prompt || workflow
    ? { ...(prompt && { prompt }), ...(workflow && { workflow }) }
    : undefined
}

/** What a JSON value is to ComfyUI: a graph, the editor's save, or both in the body of its call. */
export function readComfyJson(value: unknown): ComfyFile | undefined {
  if (!isParts(value)) return undefined
  if (Array.isArray(value.nodes)) return { workflow: value }
  if (Object.values(value).some((node) => isParts(node) && typeof node.class_type === 'string')) {
    return { prompt: value }
  }
  if (!isParts(value.prompt)) return undefined
  const data = isParts(value.extra_data) ? value.extra_data.extra_pnginfo : undefined
  const beside = isParts(data) ? data.workflow : value.workflow
  const { prompt } = readComfyJson(value.prompt) ?? {}
  const { workflow } = readComfyJson(beside) ?? {}
  return prompt && { prompt, ...(workflow && { workflow }) }
}

/** Python writes numbers that JSON does not have. */
const NO_NUMBER = /([[:,]\s?)-?(?:NaN|Infinity)\b/g

function parse(text: string | undefined): unknown {
  if (!text) return undefined
  for (const tried of [text, text.replace(NO_NUMBER, '$1null')]) {
    try {
      return JSON.parse(tried)
    } catch {}
  }
  return undefined
}

type Words = Map<string, string>

const PNG = [137, 80, 78, 71, 13, 10, 26, 10]

/** The named texts of a PNG: tEXt, iTXt and zTXt, and `comf` of its films. */
async function readPngWords(bytes: Uint8Array): Promise<Words | undefined> {
  if (PNG.some((byte, at) => bytes[at] !== byte)) return undefined
  const words: Words = new Map()
  const view = viewOf(bytes)
  for (let at = PNG.length; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = latin(bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, at + 8 + length)
    at += 12 + length
    const end = data.indexOf(0)
    if (end < 0 || !['tEXt', 'comf', 'zTXt', 'iTXt'].includes(type)) continue
    const name = latin(data.subarray(0, end)).toLowerCase()
    if (name !== 'prompt' && name !== 'workflow') continue
    // The first alone is read, so that a thousand compressed ones take no time.
    if (!words.has(name)) words.set(name, (await readText(type, data, end + 1)) ?? '')
  }
  return words
}

async function readText(type: string, data: Uint8Array, at: number): Promise<string | undefined> {
  if (type === 'tEXt' || type === 'comf') return decode(data.subarray(at))
  if (type === 'zTXt') return inflate(data.subarray(at + 1))
  // Behind the two flags stand a language and the name in it.
  const language = data.indexOf(0, at + 2)
  const begin = language < 0 ? -1 : data.indexOf(0, language + 1)
  if (begin < 0) return undefined
  const text = data.subarray(begin + 1)
  return data[at] === 1 ? inflate(text) : decode(text)
}

async function inflate(bytes: Uint8Array): Promise<string | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    const stream = new Blob([new Uint8Array(bytes)]).stream()
    const reader = stream.pipeThrough(new DecompressionStream('deflate')).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      parts.push(read.value)
      if (size <= MAX_INFLATED) continue
      await reader.cancel()
      return undefined
    }
  } catch {
    return undefined
  }
  return decode(new Uint8Array(await new Blob(parts).arrayBuffer()))
}

/** The texts of a WebP's Exif chunk, wherever it stands; ComfyUI writes `prompt:{…}` as the camera's maker. */
function readWebpWords(bytes: Uint8Array): Words | undefined {
  if (latin(bytes.subarray(0, 4)) !== 'RIFF' || latin(bytes.subarray(8, 12)) !== 'WEBP') {
    return undefined
  }
  const words: Words = new Map()
  const view = viewOf(bytes)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    if (latin(bytes.subarray(at, at + 4)) === 'EXIF') {
      const data = bytes.subarray(at + 8, at + 8 + length)
      readExifWords(latin(data.subarray(0, 4)) === 'Exif' ? data.subarray(6) : data, words)
    }
    // A chunk of an odd length is followed by an empty byte.
    at += 8 + length + (length % 2)
  }
  return words
}

const ASCII = 2

function readExifWords(tiff: Uint8Array, words: Words): void {
  if (tiff.length < 8) return
  const view = viewOf(tiff)
  const little = tiff[0] === 0x49
  const list = view.getUint32(4, little)
  if (list + 2 > tiff.length) return
  for (let entry = 0; entry < view.getUint16(list, little); entry += 1) {
    const at = list + 2 + entry * 12
    if (at + 12 > tiff.length) return
    if (view.getUint16(at + 2, little) !== ASCII) continue
    const begin = view.getUint32(at + 8, little)
    const text = tiff.subarray(begin, begin + view.getUint32(at + 4, little))
    const name = /^(prompt|workflow):/i.exec(latin(text))?.[1]?.toLowerCase()
    if (!name || words.has(name)) continue
    words.set(name, decode(text.subarray(name.length + 1)).split('\0')[0] ?? '')
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 100))
}

/** ComfyUI writes ASCII, and further tools UTF-8 where the format says Latin-1. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
