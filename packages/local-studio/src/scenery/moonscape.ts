import { type Colour, css, hex, mix } from '../drawing/colour.ts'
import { glow, radialGradient, type Surface } from '../drawing/surface.ts'
import { fillRidge, paintRelief, type Ridge, shadeGround, shapeRidge } from './land.ts'
import type { Setting } from './setting.ts'

const DUST = hex('#aeb0b8')
const SHADE = hex('#2a2c38')

/** The earth over the far hills of the moon. */
export function paintMoonHills(surface: Surface, setting: Setting): void {
  const { pen, width, height, u } = surface
  const x = width * (setting.lightX < 0.5 ? 0.76 : 0.24)
  const y = height * 0.24
  const radius = u * 95
  pen.fillStyle = css(hex('#05060d'), 0.72)
  pen.fillRect(0, 0, width, height * setting.horizon)
  const random = setting.random.fork('moon sky')
  for (let i = 0; i < 260; i++) {
    pen.fillStyle = css({ l: 1, c: 0, h: 0 }, random.between(0.25, 0.95))
    pen.beginPath()
    pen.arc(
      random.next() * width,
      random.next() * height * setting.horizon,
      u * random.between(0.5, 1.9),
      0,
      Math.PI * 2,
    )
    pen.fill()
  }
  glow(pen, x, y, radius * 2.4, hex('#6fa8e8'), 0.5)
  pen.save()
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.clip()
  pen.fillStyle = css(hex('#2f74c0'))
  pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  for (let i = 0; i < 16; i++) {
    pen.fillStyle = css(i < 9 ? hex('#5d9a5c') : { l: 1, c: 0, h: 0 }, i < 9 ? 0.9 : 0.65)
    pen.beginPath()
    pen.ellipse(
      x + random.bell() * radius * 0.6,
      y + random.bell() * radius * 0.6,
      radius * random.between(0.12, 0.4),
      radius * random.between(0.05, i < 9 ? 0.26 : 0.1),
      random.between(-0.6, 0.6),
      0,
      Math.PI * 2,
    )
    pen.fill()
  }
  pen.fillStyle = radialGradient(pen, x - radius * 0.5, y - radius * 0.5, radius * 1.7, [
    [0, hex('#04060d'), 0],
    [0.55, hex('#04060d'), 0.1],
    [1, hex('#04060d'), 0.92],
  ])
  pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  pen.restore()
  const ridge = shapeRidge(surface, random, {
    shape: 'rolling',
    base: setting.horizon + 0.06,
    rise: 0.13,
    busy: 3.6,
  })
  fillRidge(surface, ridge, mix(DUST, SHADE, 0.3), mix(DUST, SHADE, 0.55), setting.horizon + 0.15)
  paintRelief(surface, ridge, random.fork('relief'), {
    lit: mix(DUST, hex('#ffffff'), 0.3),
    shade: SHADE,
    side: setting.lightX < 0.5 ? 1 : -1,
    strength: 0.55,
    footAt: 1,
    grain: 4,
  })
}

/** Grey dust with craters before the viewer. */
export function paintMoonGround(
  surface: Surface,
  setting: Setting,
): { ridge: Ridge; colour: Colour } {
  const { pen, width, height, u } = surface
  const random = setting.random.fork('moon ground')
  const ridge = shapeRidge(surface, random, { shape: 'rolling', base: 0.9, rise: 0.16, busy: 1.3 })
  fillRidge(surface, ridge, DUST, mix(DUST, SHADE, 0.5), 1)
  shadeGround(surface, ridge, mix(DUST, hex('#ffffff'), 0.5), random.fork('shade'), 0.4)
  for (let i = 0; i < 13; i++) {
    const x = random.next() * width
    const t = random.next()
    const y = ridge.at(x) + (height - ridge.at(x)) * (0.12 + 0.85 * t)
    const wide = u * (18 + 90 * t) * random.between(0.5, 1.2)
    pen.fillStyle = css(SHADE, 0.4)
    pen.beginPath()
    pen.ellipse(x, y, wide, wide * 0.26, 0, 0, Math.PI * 2)
    pen.fill()
    pen.strokeStyle = css({ l: 0.95, c: 0, h: 0 }, 0.5)
    pen.lineWidth = u * 2.4
    pen.beginPath()
    pen.ellipse(x, y + u * 2, wide, wide * 0.26, 0, 0.15, Math.PI - 0.15)
    pen.stroke()
  }
  return { ridge, colour: mix(DUST, SHADE, 0.6) }
}
