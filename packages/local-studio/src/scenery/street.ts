import { type Colour, css, hex, mix, shift, white } from '../drawing/colour.ts'
import { glow, type Surface, verticalGradient } from '../drawing/surface.ts'
import type { Ridge } from './land.ts'
import { has, type Setting } from './setting.ts'

const NEONS = ['#ff3fa4', '#3de0ff', '#ffd23d', '#8d5bff', '#4dff9a', '#ff6a3d'].map(hex)

/** A road between two rows of houses; wet by night, so that lights lie in it. */
export function paintStreet(surface: Surface, setting: Setting): { ridge: Ridge; colour: Colour } {
  const { pen, width, height, u } = surface
  const { palette, time, random } = setting
  const dark = time === 'night' || time === 'dusk'
  const far = setting.horizon + 0.12
  const top = height * far
  const road = mix(hex(dark ? '#262a38' : '#6a6d78'), palette.near, dark ? 0.35 : 0.12)
  const path = mix(hex(dark ? '#3b3f50' : '#a8a49c'), palette.near, dark ? 0.25 : 0.06)
  if (setting.place === 'street') {
    paintFacades(surface, setting, -1, top, dark)
    paintFacades(surface, setting, 1, top, dark)
  }
  pen.fillStyle = verticalGradient(pen, top, height, [
    [0, mix(path, palette.sky[3], 0.25)],
    [1, path],
  ])
  pen.fillRect(0, top, width, height - top)
  const wide = (y: number) => (0.1 + ((y - top) / (height - top)) * 0.62) * width
  pen.fillStyle = verticalGradient(pen, top, height, [
    [0, mix(road, palette.sky[3], 0.3)],
    [1, road],
  ])
  pen.beginPath()
  pen.moveTo(width / 2 - wide(top) / 2, top)
  pen.lineTo(width / 2 + wide(top) / 2, top)
  pen.lineTo(width / 2 + wide(height), height)
  pen.lineTo(width / 2 - wide(height), height)
  pen.fill()
  pen.fillStyle = css(mix(road, white, 0.55), 0.7)
  for (let i = 0; i < 5; i++) {
    const y = top + (height - top) * (i / 5) ** 1.5
    const tall = (height - top) * 0.05 * (0.4 + i * 0.4)
    const half = u * (2 + i * 2.4)
    pen.beginPath()
    pen.moveTo(width / 2 - half, y)
    pen.lineTo(width / 2 + half, y)
    pen.lineTo(width / 2 + half * 1.5, y + tall)
    pen.lineTo(width / 2 - half * 1.5, y + tall)
    pen.fill()
  }
  if (has(setting, 'neon')) paintNeon(surface, setting, top)
  if (dark) {
    const source = random.fork('wet road')
    for (let i = 0; i < 16; i++) {
      const neon = has(setting, 'neon') ? source.pick(NEONS) : palette.accent
      glow(
        pen,
        source.between(0.08, 0.92) * width,
        source.between(far + 0.03, 1) * height,
        u * source.between(40, 120),
        neon,
        0.2,
      )
    }
  }
  return { ridge: { at: () => top, top }, colour: shift(road, { l: -0.04 }) }
}

/** House fronts at one side, smaller towards the end of the street. */
function paintFacades(
  { pen, width, height, u }: Surface,
  setting: Setting,
  side: number,
  top: number,
  dark: boolean,
): void {
  const { palette, random } = setting
  const source = random.fork(`facades ${side}`)
  const edge = (t: number) => (side < 0 ? t * width * 0.4 : width - t * width * 0.4)
  const walls = ['#c98a6b', '#8fa3b0', '#d9b88a', '#a3909e', '#b86f5a', '#93a58a'].map(hex)
  for (let i = 4; i >= 0; i--) {
    const from = edge(i / 5)
    const to = edge((i + 1) / 5)
    const tall = (0.72 - 0.1 * i) * height * source.between(0.85, 1.05)
    const foot = top + (1 - i / 5) * height * 0.05
    const wall = mix(
      dark ? mix(source.pick(walls), palette.near, 0.66) : source.pick(walls),
      palette.far,
      0.12 + i * 0.12,
    )
    const left = Math.min(from, to)
    const wide = Math.abs(to - from) + 1
    pen.fillStyle = css(wall)
    pen.fillRect(left, foot - tall, wide, tall)
    pen.fillStyle = css(shift(wall, { l: -0.08 }))
    pen.fillRect(left, foot - tall, wide, u * 8)
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column < 2; column++) {
        const lit = dark && source.chance(0.5)
        pen.fillStyle = css(
          lit ? mix(palette.accent, white, 0.25) : shift(wall, { l: -0.13 }),
          lit ? 0.9 : 0.7,
        )
        pen.fillRect(
          left + wide * (0.16 + column * 0.44),
          foot - tall * (0.92 - row * 0.135),
          wide * 0.24,
          tall * 0.075,
        )
      }
    }
    const awning = source.pick(walls)
    pen.fillStyle = css(dark ? mix(awning, palette.near, 0.45) : awning)
    pen.fillRect(left + wide * 0.06, foot - tall * 0.13, wide * 0.88, tall * 0.035)
    pen.fillStyle = css(dark ? mix(palette.accent, white, 0.4) : shift(wall, { l: -0.2 }), 0.9)
    pen.fillRect(left + wide * 0.14, foot - tall * 0.095, wide * 0.72, tall * 0.095)
  }
}

/** Upright signs with strokes that read as letters from afar, each with its own light. */
function paintNeon({ pen, width, height, u }: Surface, setting: Setting, top: number): void {
  const source = setting.random.fork('neon')
  for (let i = 0; i < 12; i++) {
    const t = source.next()
    const side = i % 2 ? 1 : -1
    const x = width / 2 + side * width * (0.16 + 0.32 * t)
    const tall = height * (0.06 + 0.15 * t) * source.between(0.8, 1.4)
    const wide = tall * source.between(0.28, 0.42)
    const y = top - height * source.between(0.1, 0.46) * (0.5 + t * 0.7)
    const colour = source.pick(NEONS)
    glow(pen, x, y + tall / 2, tall * 1.25, colour, 0.55)
    pen.fillStyle = css(mix(hex('#14121f'), colour, 0.14), 0.92)
    pen.fillRect(x - wide / 2, y, wide, tall)
    pen.strokeStyle = css(mix(colour, white, 0.25))
    pen.lineWidth = Math.max(1, u * 3)
    pen.strokeRect(x - wide / 2, y, wide, tall)
    pen.strokeStyle = css(mix(colour, white, 0.6))
    pen.lineWidth = Math.max(1, u * 2.6)
    const rows = 3
    for (let row = 0; row < rows; row++) {
      const cy = y + tall * ((row + 0.5) / rows)
      const r = Math.min(wide * 0.28, (tall / rows) * 0.34)
      pen.beginPath()
      if (source.chance(0.35)) pen.arc(x, cy, r, 0, Math.PI * 2)
      else {
        pen.moveTo(x - r, cy - r * source.between(0.2, 1))
        pen.lineTo(x + r, cy - r)
        pen.moveTo(x - r * source.between(0, 0.6), cy - r)
        pen.lineTo(x - r * 0.4, cy + r)
        pen.moveTo(x - r, cy + r * 0.2)
        pen.lineTo(x + r, cy + r * source.between(0, 1))
      }
      pen.stroke()
    }
  }
}
