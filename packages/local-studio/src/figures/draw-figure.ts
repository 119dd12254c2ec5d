import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas'
import { type Colour, css, hex, mix } from '../drawing/colour.ts'
import type { Pen } from '../drawing/surface.ts'
import { dye } from './dye.ts'
import paths from './paths.json' with { type: 'json' }
import { HIPS } from './seats.ts'

/** Steps in one unit, as `figures/shorten.mjs` writes outlines. */
const STEPS = 25

/** [fill, outline in steps, opacity, [scale, x, y]] */
type Part = [string, string, number?, number[]?]

export interface Shape {
  /** Width over height. */
  aspect: number
  /** The middle of the head and its width, as shares of the figure's width. */
  crown: { x: number; width: number }
}

export function shapeOf(name: string): Shape {
  const [[, , width, height, x, wide]] = outlinesOf(name)
  return { aspect: width / height, crown: { x, width: wide } }
}

type Sides = [number, number, number, number, number, number]

function outlinesOf(name: string): [Sides, ...Part[]] {
  const found = (paths as unknown as Record<string, [Sides, ...Part[]]>)[name]
  if (!found) throw new Error(`no outline is called ${name}`)
  return found
}

export interface FigurePlace {
  /** The middle of the feet. */
  x: number
  y: number
  height: number
  mirrored?: boolean | undefined
  colour?: Colour | undefined
  person?: boolean
  seated?: boolean | undefined
}

/** How a style sees a figure: each fill's colour, and light and shade over the whole. */
export interface Hand {
  ink: (fill: Colour) => Colour
  light?: { colour: Colour; shade: Colour; side: number; strength: number }
  /** A soft edge that keeps a figure apart from a ground of the same tone */
  edge?: { colour: Colour; alpha: number }
}

/** From a shadow's colour to a light's, and how much of its own a fill keeps. */
export function rampHand(shadow: Colour, light: Colour, keep: number): Hand {
  return { ink: (fill) => mix(mix(shadow, light, fill.l), fill, keep) }
}

/** Draws one figure in a style's hand, on a canvas of its own so that light falls on it alone. */
export function drawFigure(pen: Pen, name: string, place: FigurePlace, hand: Hand): void {
  const [[left, top, width, height], ...parts] = outlinesOf(name)
  const scale = place.height / height
  const wide = Math.max(2, Math.ceil(width * scale) + 2)
  const tall = Math.max(2, Math.ceil(place.height) + 2)
  // A large file has several pixels for each unit, and the figure's sheet as many.
  const { b, d } = pen.getTransform()
  const detail = Math.hypot(b, d) || 1
  const sheet = createCanvas(Math.ceil(wide * detail), Math.ceil(tall * detail))
  const ink = sheet.getContext('2d')
  ink.scale(detail, detail)
  ink.save()
  if (place.mirrored) {
    ink.translate(wide, 0)
    ink.scale(-1, 1)
  }
  ink.translate(1, 1)
  ink.scale(scale, scale)
  ink.translate(-left, -top)
  const own = new Map<string, Colour>()
  for (const [fill] of parts) own.set(fill, hex(long(fill)))
  const fills = place.colour
    ? dye(
        own,
        parts.map(([fill]) => fill),
        place.colour,
        place.person,
      )
    : own
  for (const [fill, outline, opacity = 1, move] of parts) {
    const colour = fills.get(fill)
    if (!colour) continue
    ink.save()
    if (move) {
      const [by = 1, x = 0, y = 0] = move
      ink.translate(x, y)
      ink.scale(by, by)
    }
    ink.scale(1 / STEPS, 1 / STEPS)
    ink.fillStyle = css(hand.ink(colour), opacity)
    ink.fill(new Path2D(outline))
    ink.restore()
  }
  ink.restore()
  if (hand.light) shine(ink, wide, tall, hand.light)
  const x = place.x - wide / 2
  const y = place.y - tall + 1
  if (hand.edge) {
    // Soft, so that the size for the screen is enough for every file.
    const blur = Math.min(14, place.height * 0.07)
    const margin = Math.ceil(blur * 1.5)
    const soft = createCanvas(wide + margin * 2, tall + margin * 2)
    const brush = soft.getContext('2d')
    brush.shadowColor = css(hand.edge.colour, hand.edge.alpha)
    brush.shadowBlur = blur
    paste(brush, sheet, place, { x: margin, y: margin, wide, tall, detail })
    pen.drawImage(soft, x - margin, y - margin)
  }
  paste(pen, sheet, place, { x, y, wide, tall, detail })
}

function paste(
  pen: Pen,
  sheet: Canvas,
  place: FigurePlace,
  at: { x: number; y: number; wide: number; tall: number; detail: number },
): void {
  const { x, y, wide, tall, detail } = at
  if (!place.seated) {
    pen.drawImage(sheet, x, y, sheet.width / detail, sheet.height / detail)
    return
  }
  const hips = Math.round(sheet.height * (1 - HIPS.standing))
  const lap = y + tall * (1 - HIPS.seated)
  const legs = sheet.height - hips
  pen.drawImage(
    sheet,
    0,
    hips,
    sheet.width,
    legs,
    x - wide * 0.09,
    lap - 1,
    wide * 1.18,
    tall * HIPS.seated + 1,
  )
  pen.drawImage(sheet, 0, 0, sheet.width, hips, x, y, wide, lap - y)
}

function shine(pen: Pen, wide: number, tall: number, light: NonNullable<Hand['light']>): void {
  pen.globalCompositeOperation = 'source-atop'
  const across = pen.createLinearGradient(
    light.side < 0 ? 0 : wide,
    0,
    light.side < 0 ? wide : 0,
    tall * 0.5,
  )
  across.addColorStop(0, css(light.colour, 0.42 * light.strength))
  across.addColorStop(0.42, css(light.colour, 0))
  across.addColorStop(0.55, css(light.shade, 0))
  across.addColorStop(1, css(light.shade, 0.5 * light.strength))
  pen.fillStyle = across
  pen.fillRect(0, 0, wide, tall)
  const down = pen.createLinearGradient(0, tall * 0.55, 0, tall)
  down.addColorStop(0, css(light.shade, 0))
  down.addColorStop(1, css(light.shade, 0.42 * light.strength))
  pen.fillStyle = down
  pen.fillRect(0, 0, wide, tall)
}

const long = (code: string) =>
  code.length === 4 ? code.replaceAll(/[\da-f]/gi, '$&$&') : code.slice(0, 7)
