import { type Colour, css, hex, mix } from '../drawing/colour.ts'
import type { Surface } from '../drawing/surface.ts'
import { paintBalloon } from './balloon.ts'
import { has, type Setting } from './setting.ts'

/** Draws the figures in the sky, before the near land. */
export function castSky(surface: Surface, setting: Setting): void {
  const { pen, width, height, u } = surface
  const { palette } = setting
  const random = setting.random.fork('sky cast')
  const dark = mix(palette.near, palette.far, 0.15)
  const balloons = has(setting, 'balloon')
  if (balloons) {
    const sizes = [
      hex('#e4572e'),
      hex('#f3a712'),
      hex('#2a9d8f'),
      hex('#7b5ea7'),
      hex('#d1495b'),
      hex('#f4ede0'),
    ]
    const accent = balloons.colour ? [balloons.colour] : [palette.accent, ...sizes]
    for (let i = 0; i < Math.max(balloons.count, 1); i++) {
      const size = u * (i === 0 ? random.between(230, 280) : random.between(60, 150))
      const colours: Colour[] = [random.pick(accent), hex('#f7efe0'), random.pick(sizes)]
      const x = i === 0 ? (setting.lightX < 0.5 ? 0.66 : 0.34) : random.between(0.1, 0.9)
      paintBalloon(
        pen,
        x * width,
        (i === 0 ? 0.42 : random.between(0.16, 0.5)) * height,
        size,
        colours,
      )
    }
  }
  const birds = has(setting, 'birds')
  // Birds that nobody counted are a flock.
  if (birds || (setting.cast.length === 0 && random.chance(0.25)))
    paintFlock(surface, setting, birds ? (birds.count > 1 ? birds.count : 7) : 4, dark)
}

function paintFlock(
  { pen, width, height, u }: Surface,
  setting: Setting,
  count: number,
  colour: Colour,
): void {
  const random = setting.random.fork('flock')
  const x0 = width * random.between(0.3, 0.7)
  const y0 = height * random.between(0.16, 0.34)
  pen.strokeStyle = css(colour, 0.9)
  pen.lineCap = 'round'
  for (let i = 0; i < count; i++) {
    const size = u * random.between(9, 24)
    const x = x0 + random.bell() * width * 0.17
    const y = y0 + random.bell() * height * 0.07
    const lift = random.between(0.25, 0.75)
    pen.lineWidth = size * 0.14
    pen.beginPath()
    pen.moveTo(x - size, y - size * lift)
    pen.quadraticCurveTo(x - size * 0.35, y - size * lift * 0.9, x, y)
    pen.quadraticCurveTo(x + size * 0.35, y - size * lift * 0.9, x + size, y - size * lift * 0.85)
    pen.stroke()
  }
}
