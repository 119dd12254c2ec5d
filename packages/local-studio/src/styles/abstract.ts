import { type Colour, css, hex, mix, shift } from '../drawing/colour.ts'
import { addGrain } from '../drawing/finish.ts'
import { createField, layeredNoise, smoothstep } from '../drawing/noise.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import { paintPixels, rampTable, type Surface, verticalGradient } from '../drawing/surface.ts'

const SETS = [
  ['#14213d', '#3a5a9c', '#e56b6f', '#f6bd60', '#fdf0d5'],
  ['#2d1e4f', '#7b3fa0', '#f2668b', '#ffb38a', '#fff1de'],
  ['#06343d', '#0f7173', '#5fb49c', '#f2d492', '#f9f3e3'],
  ['#3b1c32', '#a64253', '#e98a5b', '#f3c98b', '#f8eedf'],
  ['#10243e', '#1f6f8b', '#99c4c8', '#e6a57e', '#f7e7d3'],
]

/** Colour and movement without objects: silk, contour lines or strata. */
export function paintAbstract(surface: Surface, reading: Reading, random: Random): void {
  const colours = chooseColours(reading, random)
  const plan = random.fork('plan').pick(['silk', 'strata', 'contours'] as const)
  if (plan === 'silk') paintSilk(surface, random, colours)
  else if (plan === 'strata') paintStrata(surface, random, colours)
  else paintContours(surface, random, colours)
  addGrain(surface, random.fork('grain'), 0.26)
}

function chooseColours(reading: Reading, random: Random): Colour[] {
  const set = random.fork('set').pick(SETS).map(hex)
  const [first, second, third] = reading.colours
  if (!first)
    return reading.mood === 'dark' ? set.map((colour) => shift(colour, { l: -0.14 })) : set
  const other = second ?? shift(first, { h: 42 })
  const last = third ?? mix(other, hex('#fff6e6'), 0.45)
  return [
    shift(mix(first, hex('#0a0c18'), 0.72), { c: 0.02 }),
    mix(first, hex('#0a0c18'), 0.3),
    first,
    other,
    mix(last, hex('#fff8ec'), 0.3),
  ]
}

function paintSilk(surface: Surface, random: Random, colours: Colour[]): void {
  const { width, height } = surface
  const source = random.fork('silk')
  const warp = layeredNoise(createField(source), 2)
  const body = layeredNoise(createField(source), 3)
  const colourAt = rampTable(colours, mix)
  const side = Math.min(width, height)
  const folds = source.between(2.2, 4)
  const lean = source.between(-0.9, 0.9)
  const value = (px: number, py: number) => {
    const x = px / side
    const y = py / side
    const qx = warp(x * 0.9, y * 0.9)
    const qy = warp(x * 0.9 + 5.2, y * 0.9 + 1.3)
    const rx = body(x * 0.9 + 0.7 * qx, y * 0.9 + 0.7 * qy)
    return (
      0.5 + 0.5 * Math.sin((x * Math.cos(lean) + y * Math.sin(lean)) * folds + rx * 2.6 + qx * 1.2)
    )
  }
  const e = side / 240
  paintPixels(surface, { x: 0, y: 0, width, height }, 0.5, (x, y, out) => {
    const here = value(x, y)
    const slope = (value(x + e, y + e) - here) * 9
    const [r, g, b] = colourAt(here)
    const light = slope * 60
    out[0] = Math.max(0, Math.min(255, r + light))
    out[1] = Math.max(0, Math.min(255, g + light))
    out[2] = Math.max(0, Math.min(255, b + light * 0.9))
    out[3] = 1
  })
}

function paintStrata(surface: Surface, random: Random, colours: Colour[]): void {
  const { pen, width, height, u, scale } = surface
  const source = random.fork('strata')
  const field = layeredNoise(createField(source), 3)
  pen.fillStyle = css(colours[4] ?? hex('#ffffff'))
  pen.fillRect(0, 0, width, height)
  const discX = width * source.between(0.28, 0.72)
  const discY = height * source.between(0.22, 0.36)
  pen.fillStyle = css(colours[2] ?? hex('#e56b6f'))
  pen.beginPath()
  pen.arc(discX, discY, u * source.between(110, 170), 0, Math.PI * 2)
  pen.fill()
  const bands = source.int(9, 14)
  for (let i = 0; i < bands; i++) {
    const t = i / (bands - 1)
    const colour = mix(
      mix(colours[3] ?? hex('#ffffff'), colours[1] ?? hex('#000000'), t),
      colours[0] ?? hex('#000000'),
      t ** 2 * 0.8,
    )
    const base = height * (0.34 + 0.66 * t)
    pen.save()
    pen.shadowColor = 'rgba(10,8,24,0.35)'
    // Shadows are measured in pixels of the canvas, whatever the pen's scale.
    pen.shadowBlur = u * 26 * scale
    pen.shadowOffsetY = -u * 5 * scale
    pen.fillStyle = verticalGradient(pen, base - u * 120, base + u * 160, [
      [0, shift(colour, { l: 0.06 })],
      [1, shift(colour, { l: -0.05 })],
    ])
    pen.beginPath()
    pen.moveTo(-40, height + 40)
    for (let x = -40; x <= width + 40; x += 4) {
      pen.lineTo(x, base + u * 115 * field((x / width) * 1.4 + i * 0.35, i * 0.5) - u * 40)
    }
    pen.lineTo(width + 40, height + 40)
    pen.fill()
    pen.restore()
  }
}

function paintContours(surface: Surface, random: Random, colours: Colour[]): void {
  const { width, height } = surface
  const source = random.fork('contours')
  const field = layeredNoise(createField(source), 3, 0.4)
  const colourAt = rampTable(colours, mix)
  const side = Math.min(width, height)
  const levels = source.int(9, 13)
  const scale = source.between(0.9, 1.4)
  const at = (x: number, y: number) => 0.5 + 0.62 * field((x / side) * scale, (y / side) * scale)
  paintPixels(surface, { x: 0, y: 0, width, height }, 1, (x, y, out) => {
    const raw = Math.max(0, Math.min(0.999, at(x, y)))
    const level = Math.floor(raw * levels)
    const within = raw * levels - level
    const [r, g, b] = colourAt(level / (levels - 1))
    // Each sheet throws a soft shadow on the sheet below.
    const shadow = 1 - 0.34 * smoothstep(0.42, 1, within)
    out[0] = Math.min(255, r * shadow)
    out[1] = Math.min(255, g * shadow)
    out[2] = Math.min(255, b * shadow)
    out[3] = 1
  })
}
