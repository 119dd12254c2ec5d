import type { Canvas, Image } from '@napi-rs/canvas'
import { createCanvas } from '@napi-rs/canvas'
import { createField } from './noise.ts'
import type { Random } from './random.ts'
import type { Surface } from './surface.ts'

export interface BrushLayer {
  /** Width of a stroke in thousandths of the shorter side. */
  size: number
  /** Length over width. */
  long: number
  /** 1: the strokes' total area is about the area to paint. */
  cover: number
  alpha: number
  /** Skips strokes where the picture is flatter than this (0 paints everywhere). */
  detail: number
}

export interface Brushwork {
  layers: BrushLayer[]
  /** 0: strokes follow the picture's contours; 1: strokes follow a noise field. */
  flow: number
  /** How far strokes turn from horizontal, in radians. */
  swirl: number
  /** How far each stroke's colour varies, 0 to 1. */
  stray: number
}

/** Repaints a picture with strokes that take colour and direction from the picture. */
export function brush(
  surface: Surface,
  source: Canvas | Image,
  random: Random,
  work: Brushwork,
): void {
  const { pen, width, height, u } = surface
  const view = readView(source, width, height)
  const field = createField(random.fork('flow'))
  pen.drawImage(source, 0, 0, width, height)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const [index, layer] of work.layers.entries()) {
    const dice = random.fork(`layer ${index}`)
    // A stroke thinner than a pixel costs work and is not visible.
    const wide = Math.max(1.4, layer.size * u)
    const length = wide * layer.long
    const count = Math.round((layer.cover * width * height) / (wide * length * 0.7))
    const steps = 6
    for (let i = 0; i < count; i++) {
      let x = dice.next() * width
      let y = dice.next() * height
      const strength = view.edge(x, y)
      const keep = dice.next()
      const strayL = (dice.next() - 0.5) * 40 * work.stray
      const strayC = (dice.next() - 0.5) * 24 * work.stray
      const thick = wide * (0.6 + 0.7 * dice.next())
      const lean = (dice.next() - 0.5) * 0.5
      if (layer.detail > 0 && strength < layer.detail * (0.4 + keep)) continue
      const at = view.index(x, y)
      const red = view.data[at] ?? 0
      const green = view.data[at + 1] ?? 0
      const blue = view.data[at + 2] ?? 0
      const ink = `${clamp(red + strayL + strayC)},${clamp(green + strayL)},${clamp(blue + strayL - strayC)}`
      pen.strokeStyle = `rgba(${ink},${layer.alpha})`
      pen.lineWidth = thick
      pen.beginPath()
      pen.moveTo(x, y)
      for (let step = 0; step < steps; step++) {
        const wander = field(x / (width * 0.42), y / (height * 0.42)) * work.swirl + lean
        const follow = (1 - work.flow) * Math.min(1, view.edge(x, y) * 4)
        const angle = wander + turnTowards(view.angle(x, y), wander) * follow
        const nextX = x + (Math.cos(angle) * length) / steps
        const nextY = y + (Math.sin(angle) * length) / steps
        // A stroke ends where the picture's colour differs from the stroke's, so that edges stay
        // edges.
        const there = view.index(nextX, nextY)
        const off =
          Math.abs((view.data[there] ?? 0) - red) +
          Math.abs((view.data[there + 1] ?? 0) - green) +
          Math.abs((view.data[there + 2] ?? 0) - blue)
        if (off > 66) break
        x = nextX
        y = nextY
        pen.lineTo(x, y)
      }
      pen.stroke()
    }
  }
}

const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)))

/** The shorter turn from one direction to another; a stroke has no front or back. */
function turnTowards(target: number, from: number): number {
  let turn = (target - from) % Math.PI
  if (turn > Math.PI / 2) turn -= Math.PI
  if (turn < -Math.PI / 2) turn += Math.PI
  return turn
}

/**
 * The picture at half its size as the source of colours, and a blurred copy as the source of
 * directions.
 */
function readView(source: Canvas | Image, width: number, height: number) {
  const fine = readPixels(source, width, height, 2)
  const broad = readPixels(source, width, height, 9)
  const grey = new Float32Array(broad.w * broad.h)
  for (let i = 0; i < grey.length; i++) {
    const at = i * 4
    grey[i] =
      (0.3 * (broad.data[at] ?? 0) +
        0.59 * (broad.data[at + 1] ?? 0) +
        0.11 * (broad.data[at + 2] ?? 0)) /
      255
  }
  const slope = (x: number, y: number) => {
    const column = Math.max(1, Math.min(broad.w - 2, Math.floor((x / width) * broad.w)))
    const row = Math.max(1, Math.min(broad.h - 2, Math.floor((y / height) * broad.h)))
    const at = row * broad.w + column
    const dx = (grey[at + 1] ?? 0) - (grey[at - 1] ?? 0)
    const dy = (grey[at + broad.w] ?? 0) - (grey[at - broad.w] ?? 0)
    return [dx, dy] as const
  }
  return {
    data: fine.data,
    index(x: number, y: number) {
      const column = Math.max(0, Math.min(fine.w - 1, Math.floor((x / width) * fine.w)))
      const row = Math.max(0, Math.min(fine.h - 1, Math.floor((y / height) * fine.h)))
      return (row * fine.w + column) * 4
    },
    edge(x: number, y: number) {
      const [dx, dy] = slope(x, y)
      return Math.min(1, Math.hypot(dx, dy) * 2)
    },
    /** The contour runs at a right angle to the gradient. */
    angle(x: number, y: number) {
      const [dx, dy] = slope(x, y)
      return Math.atan2(dy, dx) + Math.PI / 2
    },
  }
}

function readPixels(source: Canvas | Image, width: number, height: number, shrink: number) {
  const w = Math.max(8, Math.round(width / shrink))
  const h = Math.max(8, Math.round(height / shrink))
  const pen = createCanvas(w, h).getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(source, 0, 0, w, h)
  return { w, h, data: pen.getImageData(0, 0, w, h).data }
}
