import type { Canvas } from '@napi-rs/canvas'
import { createRandom } from '../drawing/random.ts'
import { createSurface } from '../drawing/surface.ts'
import { openPicture, toCanvas } from '../functions/open-picture.ts'
import type { TaskIo } from '../types.ts'
import { coverSize, drawCover, drawView } from './draw-view.ts'
import { frameSize } from './frame-size.ts'
import { ease, type Move, viewAt } from './moves.ts'
import type { Transition } from './transition-names.ts'
import { createMixer } from './transitions.ts'
import { createVideoWriter } from './write-video.ts'

export interface AnimatePicture {
  firstImage: Uint8Array
  lastImage?: Uint8Array
  seed: number
  params: {
    move: Move
    transition: Transition
    strength: number
    duration: number
    fps: number
    size: number
    aspect: string
    loop: boolean
  }
}

const LONGEST_SOURCE = 2400
/** Larger than the frame, so that a zoom still shows detail. */
const SOURCE_OVER_FRAME = 1.6

export async function animatePicture(call: AnimatePicture, io: TaskIo): Promise<Buffer> {
  const { params } = call
  const first = toCanvas(await openPicture(call.firstImage, LONGEST_SOURCE))
  const last = call.lastImage && toCanvas(await openPicture(call.lastImage, LONGEST_SOURCE))
  const frame = frameSize(first, params.aspect, params.size)
  const count = Math.max(2, Math.round(params.duration * params.fps))
  const writer = await createVideoWriter({ ...frame, fps: params.fps })
  const surface = createSurface(frame.width, frame.height)
  const draw = last ? createPassage(call, first, last, frame) : createCamera(call, first, frame)
  for (let i = 0; i < count; i++) {
    const through = count === 1 ? 0 : i / (count - 1)
    // A loop plays forward and back, so that the last frame leads into the first.
    const t = params.loop ? 1 - Math.abs(1 - 2 * (i / count)) : through
    draw(surface, t)
    await writer.add(surface.canvas)
    io.onProgress((i / count) * 95, 'Filming')
  }
  return writer.finish()
}

type DrawFrame = (surface: ReturnType<typeof createSurface>, t: number) => void

function prepare(source: Canvas, frame: { width: number; height: number }): Canvas {
  const size = coverSize(source, frame, SOURCE_OVER_FRAME)
  const surface = createSurface(size.width, size.height)
  surface.pen.fillStyle = '#f4ecdd'
  surface.pen.fillRect(0, 0, size.width, size.height)
  drawCover(surface, source)
  return surface.canvas
}

function createCamera(
  { params }: AnimatePicture,
  first: Canvas,
  frame: { width: number; height: number },
): DrawFrame {
  const picture = prepare(first, frame)
  return (surface, t) => drawView(surface, picture, viewAt(params.move, t, params.strength))
}

/** Both pictures keep moving a little during the transition. */
function createPassage(
  { params, seed }: AnimatePicture,
  first: Canvas,
  last: Canvas,
  frame: { width: number; height: number },
): DrawFrame {
  const [from, to] = [prepare(first, frame), prepare(last, frame)]
  const mixer = createMixer(
    params.transition,
    frame.width,
    frame.height,
    createRandom(`${seed} passage`),
  )
  const a = createSurface(frame.width, frame.height)
  const b = createSurface(frame.width, frame.height)
  const pixels = (surface: typeof a) =>
    surface.pen.getImageData(0, 0, frame.width, frame.height).data
  return (surface, t) => {
    const still = { x: 0.5, y: 0.5, shear: 0 }
    drawView(a, from, { ...still, zoom: 1 + 0.1 * params.strength * t })
    drawView(b, to, { ...still, zoom: 1 + 0.1 * params.strength * (1 - t) })
    // Each picture is shown whole for a moment before and after the transition.
    const share = ease(Math.min(1, Math.max(0, (t - 0.08) / 0.84)))
    if (share <= 0) surface.pen.drawImage(a.canvas, 0, 0)
    else if (share >= 1) surface.pen.drawImage(b.canvas, 0, 0)
    else mixer(surface, pixels(a), pixels(b), share)
  }
}
