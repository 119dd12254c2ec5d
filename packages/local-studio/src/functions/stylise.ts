import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { ColorMode, Hierarchical, PathSimplifyMode, vectorizeRaw } from '@neplex/vectorizer'
import { Resvg } from '@resvg/resvg-js'
import { brush } from '../drawing/brushwork.ts'
import { type Colour, hex, mix, shift } from '../drawing/colour.ts'
import { addGrain } from '../drawing/finish.ts'
import { createRandom, type Random } from '../drawing/random.ts'
import { readPrompt } from '../drawing/read-prompt.ts'
import { createSurface, rampTable, type Surface } from '../drawing/surface.ts'
import type { Size } from '../params.ts'
import { encodeOpaque, openPicture, type RawPicture, toCanvas } from './open-picture.ts'
import { reduceColours } from './reduce-colours.ts'
import type { Stylisation } from './stylisations.ts'
import { stylisedSide, stylisedSize } from './stylised-size.ts'

export interface Stylise {
  firstImage: Uint8Array
  prompt: string
  seed: number
  params: {
    style: Stylisation
    strength: number
    colours: number
    dark?: string | undefined
    light?: string | undefined
    size: Size
  }
}

export async function stylise(call: Stylise): Promise<Buffer> {
  const { style, size, strength } = call.params
  const picture = await openPicture(call.firstImage, stylisedSide(size))
  const source = flatten(picture)
  const random = createRandom(`${call.seed} ${style}`)
  const { width, height, scale } = stylisedSize(picture, style, size)
  const surface = createSurface(width, height, scale)
  const { pen } = surface
  switch (style) {
    case 'oil':
      brush(surface, source, random, OIL)
      addGrain(surface, random, 0.2)
      break
    case 'brush':
      brush(surface, source, random, BRUSH)
      addGrain(surface, random, 0.14)
      break
    case 'duotone':
      pen.drawImage(source, 0, 0, width, height)
      mapTones(surface.canvas, inksOf(call, random))
      addGrain(surface, random, 0.3)
      break
    default:
      pen.drawImage(await trace(source, call.params, random, surface), 0, 0, width, height)
      if (style === 'poster') addGrain(surface, random, 0.3)
  }
  pen.globalAlpha = 1 - strength
  if (strength < 1) pen.drawImage(source, 0, 0, width, height)
  return encodeOpaque(surface.canvas)
}

const OIL = {
  flow: 0.15,
  swirl: 1,
  stray: 0.5,
  layers: [
    { size: 26, long: 3, cover: 1.5, alpha: 0.95, detail: 0 },
    { size: 12, long: 4, cover: 1.6, alpha: 0.92, detail: 0 },
    { size: 6, long: 4.5, cover: 1.5, alpha: 0.92, detail: 0.02 },
    { size: 2.8, long: 5, cover: 1.4, alpha: 0.95, detail: 0.08 },
  ],
}

const BRUSH = {
  flow: 0.4,
  swirl: 1.5,
  stray: 1,
  layers: [
    { size: 48, long: 3.2, cover: 1.6, alpha: 0.9, detail: 0 },
    { size: 22, long: 4.5, cover: 1.6, alpha: 0.86, detail: 0.01 },
    { size: 9, long: 6, cover: 1.2, alpha: 0.9, detail: 0.09 },
    { size: 4.4, long: 7, cover: 0.9, alpha: 0.95, detail: 0.2 },
  ],
}

/** Fills transparent parts with paper colour, because brushes and tracers ignore transparency. */
function flatten(picture: RawPicture): Canvas {
  const canvas = createCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#f4ecdd'
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(toCanvas(picture), 0, 0)
  return canvas
}

const PAIRS = [
  ['#1b1464', '#ff9a76'],
  ['#0b3d3a', '#f7d88c'],
  ['#3a0f3f', '#ffb3c7'],
  ['#10243e', '#7fe3d0'],
  ['#3b0d11', '#ffd9a0'],
]

/** The two inks: from params, else from the prompt's colours, else from the seed. */
function inksOf({ params, prompt }: Stylise, random: Random): Colour[] {
  const [a, b] = random.pick(PAIRS).map(hex)
  const named = readPrompt(prompt).colours
  const [first, second] = named
  const light = params.light
    ? hex(params.light)
    : (second ?? (first ? shift(mix(first, hex('#fff4e0'), 0.7), {}) : b))
  const dark = params.dark ? hex(params.dark) : first ? { ...first, l: Math.min(first.l, 0.3) } : a
  if (!light || !dark) throw new Error('no inks')
  return dark.l <= light.l ? [dark, light] : [light, dark]
}

function mapTones(canvas: Canvas, inks: Colour[]): void {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = image
  const colourAt = rampTable(inks, mix)
  const grey = (at: number) =>
    (0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)) / 255
  // Stretch the contrast to the tones present, ignoring one pixel in a hundred at either end.
  const histogram = new Uint32Array(256)
  for (let at = 0; at < data.length; at += 4) {
    const tone = Math.round(grey(at) * 255)
    histogram[tone] = (histogram[tone] ?? 0) + 1
  }
  const tail = data.length / 400
  const end = (from: number, step: number) => {
    let seen = 0
    for (let i = from; i >= 0 && i < 256; i += step) {
      seen += histogram[i] ?? 0
      if (seen > tail) return i / 255
    }
    return from / 255
  }
  const low = end(0, 1)
  const high = Math.max(low + 0.05, end(255, -1))
  for (let at = 0; at < data.length; at += 4) {
    const t = Math.min(1, Math.max(0, (grey(at) - low) / (high - low)))
    const [r, g, b] = colourAt(t * t * (3 - 2 * t) * 0.5 + t * 0.5)
    data[at] = r
    data[at + 1] = g
    data[at + 2] = b
  }
  pen.putImageData(image, 0, 0)
}

/** Flat shapes with clean edges: reduces colours, traces curves, draws the curves. */
async function trace(
  source: Canvas,
  params: Stylise['params'],
  random: Random,
  { canvas }: Surface,
) {
  const poster = params.style === 'poster'
  const scale = Math.min(1, (poster ? 620 : 900) / Math.max(source.width, source.height))
  const width = Math.max(16, Math.round(source.width * scale))
  const height = Math.max(16, Math.round(source.height * scale))
  const small = createCanvas(width, height)
  const pen = small.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.filter = poster ? 'blur(2px)' : 'blur(0.6px)'
  pen.drawImage(source, 0, 0, width, height)
  const image = pen.getImageData(0, 0, width, height)
  reduceColours(image.data, poster ? params.colours : params.colours * 3, random, poster ? 1.18 : 1)
  const svg = await vectorizeRaw(
    Buffer.from(image.data.buffer),
    { width, height },
    {
      colorMode: ColorMode.Color,
      hierarchical: Hierarchical.Stacked,
      filterSpeckle: poster ? 10 : 4,
      colorPrecision: 8,
      layerDifference: 0,
      mode: PathSimplifyMode.Spline,
      cornerThreshold: 60,
      lengthThreshold: 4,
      maxIterations: 10,
      spliceThreshold: 45,
      pathPrecision: 4,
    },
  )
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'width', value: canvas.width },
    font: { loadSystemFonts: false },
  }).render()
  return loadImage(drawn.asPng())
}
