import { type Colour, css, mix } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import { glow, type Pen, type Surface, verticalGradient } from '../drawing/surface.ts'

export interface SkylineOptions {
  base: number
  rise: number
  wall: Colour
  foot: Colour
  window: Colour
  /** Share of lit windows. */
  awake: number
  /** Width of a house, in thousandths of the picture's width. */
  grain: number
}

export function paintSkyline(surface: Surface, random: Random, options: SkylineOptions): void {
  const { pen, width, height, u } = surface
  const foot = options.base * height
  let x = -random.between(0, 40) * u
  for (let house = 0; x < width; house++) {
    const wide = u * options.grain * random.between(0.6, 1.5)
    const centre = 1 - Math.abs((x + wide / 2) / width - 0.5) * 0.9
    const tall = height * options.rise * random.between(0.3, 1) * centre
    const top = foot - tall
    pen.fillStyle = verticalGradient(pen, top, height, [
      [0, options.wall],
      [1, options.foot],
    ])
    pen.fillRect(x, top, wide + 1, height - top)
    paintRoof(pen, random, x, top, wide, u)
    // Houses differ: some are dark, some fully lit, and each has its own window shape.
    const awake = options.awake * random.between(0, 1.5) ** 1.4
    if (awake > 0.02) {
      // Of their own chance: where a browser measures the lettering a hair larger than the server, a
      // house may have a row of windows less, and the houses after it must stay the same.
      const source = random.fork(`windows ${house}`)
      paintWindows(pen, source, { ...options, awake }, x, top, wide, foot, u)
    }
    x += wide + (random.chance(0.25) ? random.between(0, 18) * u : 0)
  }
}

function paintRoof(
  pen: Pen,
  random: Random,
  x: number,
  top: number,
  wide: number,
  u: number,
): void {
  const kind = random.next()
  if (kind < 0.16) {
    pen.beginPath()
    pen.moveTo(x, top + 1)
    pen.lineTo(x + wide / 2, top - wide * 0.5)
    pen.lineTo(x + wide, top + 1)
    pen.fill()
  } else if (kind < 0.42) {
    pen.fillRect(x + wide * 0.2, top - u * 16, wide * 0.6, u * 18)
    pen.fillRect(x + wide * 0.49, top - u * random.between(40, 80), u * 2.2, u * 80)
  } else if (kind < 0.56) {
    pen.beginPath()
    pen.arc(x + wide / 2, top + 1, wide * 0.36, Math.PI, 0)
    pen.fill()
  }
}

function paintWindows(
  pen: Pen,
  random: Random,
  options: SkylineOptions,
  x: number,
  top: number,
  wide: number,
  foot: number,
  u: number,
): void {
  const across = Math.max(
    2,
    Math.round(wide / (u * options.grain * random.pick([0.12, 0.15, 0.2]))),
  )
  const tallness = random.pick([0.9, 1.3, 1.9])
  const step = wide / across
  const size = step * 0.46
  for (let row = top + step * 0.8; row < foot + u * 140; row += step * (tallness * 0.6 + 0.5)) {
    for (let i = 0; i < across; i++) {
      if (!random.chance(options.awake)) continue
      const warm = mix(options.window, options.wall, random.next() ** 2 * 0.7)
      pen.fillStyle = css(warm, 0.95)
      pen.fillRect(x + step * (i + 0.27), row, size, size * tallness)
    }
  }
}

export function paintHouse(
  surface: Surface,
  x: number,
  y: number,
  size: number,
  wall: Colour,
  roof: Colour,
  window: Colour,
): void {
  const { pen } = surface
  const w = size
  const h = size * 0.52
  pen.fillStyle = css(wall)
  pen.fillRect(x - w / 2, y - h, w, h)
  pen.beginPath()
  pen.fillStyle = css(roof)
  pen.moveTo(x - w * 0.6, y - h)
  pen.lineTo(x - w * 0.28, y - h - size * 0.4)
  pen.lineTo(x + w * 0.28, y - h - size * 0.4)
  pen.lineTo(x + w * 0.6, y - h)
  pen.fill()
  pen.fillRect(x + w * 0.16, y - h - size * 0.55, w * 0.11, size * 0.3)
  pen.fillStyle = css(window)
  for (const dx of [-0.32, 0.14]) pen.fillRect(x + dx * w, y - h * 0.72, w * 0.18, h * 0.36)
  pen.fillStyle = css(mix(roof, wall, 0.3))
  pen.fillRect(x - w * 0.07, y - h * 0.6, w * 0.14, h * 0.6)
  glow(pen, x, y - h * 0.5, size * 1.3, window, 0.45)
}

export function paintLighthouse(
  surface: Surface,
  x: number,
  y: number,
  size: number,
  wall: Colour,
  stripe: Colour,
  light: Colour,
  beam: number,
): void {
  const { pen } = surface
  const at = (t: number) => size * (0.115 - 0.045 * t)
  const top = y - size
  if (beam > 0) {
    for (const direction of [-1, 1]) {
      const reach = size * 3.2 * direction
      const gradient = pen.createLinearGradient(x, 0, x + reach, 0)
      gradient.addColorStop(0, css(light, beam))
      gradient.addColorStop(1, css(light, 0))
      pen.save()
      pen.globalCompositeOperation = 'screen'
      pen.fillStyle = gradient
      pen.beginPath()
      pen.moveTo(x, top - size * 0.08)
      pen.lineTo(x + reach, top - size * 0.42)
      pen.lineTo(x + reach, top + size * 0.1)
      pen.fill()
      pen.restore()
    }
  }
  for (let i = 0; i < 5; i++) {
    const low = i / 5
    const high = (i + 1) / 5
    pen.fillStyle = css(i % 2 === 0 ? wall : stripe)
    pen.beginPath()
    pen.moveTo(x - at(low), y - size * low)
    pen.lineTo(x + at(low), y - size * low)
    pen.lineTo(x + at(high), y - size * high - 1)
    pen.lineTo(x - at(high), y - size * high - 1)
    pen.fill()
  }
  pen.fillStyle = css(mix(stripe, { l: 0.1, c: 0.02, h: 260 }, 0.55))
  pen.fillRect(x - size * 0.1, top - size * 0.02, size * 0.2, size * 0.03)
  pen.fillStyle = css(light)
  pen.fillRect(x - size * 0.055, top - size * 0.12, size * 0.11, size * 0.1)
  pen.fillStyle = css(mix(stripe, { l: 0.1, c: 0.02, h: 260 }, 0.35))
  pen.beginPath()
  pen.moveTo(x - size * 0.08, top - size * 0.12)
  pen.lineTo(x, top - size * 0.21)
  pen.lineTo(x + size * 0.08, top - size * 0.12)
  pen.fill()
  glow(pen, x, top - size * 0.07, size * 0.6, light, 0.75)
}

export function paintCastle(
  surface: Surface,
  x: number,
  y: number,
  size: number,
  wall: Colour,
  window: Colour,
): void {
  const { pen } = surface
  pen.fillStyle = css(wall)
  const tower = (dx: number, wide: number, tall: number, roof: boolean) => {
    const left = x + (dx - wide / 2) * size
    pen.fillRect(left, y - tall * size, wide * size, tall * size + size * 0.2)
    if (roof) {
      pen.beginPath()
      pen.moveTo(left - size * 0.02, y - tall * size)
      pen.lineTo(x + dx * size, y - (tall + wide * 1.9) * size)
      pen.lineTo(left + (wide + 0.02) * size, y - tall * size)
      pen.fill()
    } else {
      for (let i = 0; i < 4; i++)
        pen.fillRect(
          left + (i * 2 * wide * size) / 7,
          y - (tall + 0.035) * size,
          (wide * size) / 7,
          size * 0.04,
        )
    }
  }
  tower(0, 0.9, 0.3, false)
  tower(-0.4, 0.14, 0.5, true)
  tower(0.4, 0.14, 0.46, true)
  tower(-0.12, 0.16, 0.66, true)
  tower(0.14, 0.22, 0.52, false)
  pen.fillStyle = css(window)
  for (const [dx, dy] of [
    [-0.12, 0.54],
    [-0.4, 0.4],
    [0.4, 0.36],
    [0.14, 0.4],
    [0.02, 0.16],
  ] as const) {
    pen.fillRect(x + dx * size - size * 0.014, y - dy * size, size * 0.028, size * 0.055)
  }
}

export function paintWindmill(
  surface: Surface,
  x: number,
  y: number,
  size: number,
  wall: Colour,
  sail: Colour,
  turn: number,
): void {
  const { pen } = surface
  pen.fillStyle = css(wall)
  pen.beginPath()
  pen.moveTo(x - size * 0.17, y)
  pen.lineTo(x - size * 0.09, y - size * 0.62)
  pen.quadraticCurveTo(x, y - size * 0.78, x + size * 0.09, y - size * 0.62)
  pen.lineTo(x + size * 0.17, y)
  pen.fill()
  pen.strokeStyle = css(sail)
  for (let i = 0; i < 4; i++) {
    const angle = turn + (i * Math.PI) / 2
    pen.save()
    pen.translate(x, y - size * 0.62)
    pen.rotate(angle)
    pen.lineWidth = size * 0.014
    pen.strokeRect(size * 0.08, 0, size * 0.38, size * 0.09)
    pen.beginPath()
    pen.moveTo(0, 0)
    pen.lineTo(size * 0.46, 0)
    for (let k = 1; k < 5; k++) {
      pen.moveTo(size * (0.08 + k * 0.076), 0)
      pen.lineTo(size * (0.08 + k * 0.076), size * 0.09)
    }
    pen.stroke()
    pen.restore()
  }
}
