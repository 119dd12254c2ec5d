import { type Colour, css, shift } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import type { Pen, Surface } from '../drawing/surface.ts'
import type { Garden } from './botanical-garden.ts'

export function paintFlower(
  surface: Surface,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  garden: Garden,
  random: Random,
): void {
  const { pen } = surface
  const petals = random.int(7, 11)
  const turn = random.next() * Math.PI
  for (const [ring, reach] of [
    [0, 1],
    [1, 0.68],
  ] as const) {
    for (let i = 0; i < petals; i++) {
      const angle = turn + ((i + ring * 0.5) / petals) * Math.PI * 2
      pen.save()
      pen.translate(x, y)
      pen.rotate(angle)
      const gradient = pen.createLinearGradient(0, 0, size * reach, 0)
      gradient.addColorStop(0, css(shift(colour, { l: -0.12, c: 0.02 })))
      gradient.addColorStop(0.6, css(shift(colour, { l: ring * 0.04 + random.bell() * 0.02 })))
      gradient.addColorStop(1, css(shift(colour, { l: 0.07 })))
      pen.fillStyle = gradient
      pen.beginPath()
      pen.moveTo(0, 0)
      pen.bezierCurveTo(
        size * 0.3 * reach,
        -size * 0.36,
        size * 0.95 * reach,
        -size * 0.3,
        size * reach,
        0,
      )
      pen.bezierCurveTo(size * 0.95 * reach, size * 0.3, size * 0.3 * reach, size * 0.36, 0, 0)
      pen.fill()
      pen.restore()
    }
  }
  pen.fillStyle = css(garden.heart)
  pen.beginPath()
  pen.arc(x, y, size * 0.2, 0, Math.PI * 2)
  pen.fill()
  pen.fillStyle = css(shift(garden.heart, { l: -0.2 }))
  for (let i = 0; i < 26; i++) {
    const angle = i * 2.39996
    const away = size * 0.19 * Math.sqrt(i / 26)
    pen.beginPath()
    pen.arc(x + Math.cos(angle) * away, y + Math.sin(angle) * away, size * 0.014, 0, Math.PI * 2)
    pen.fill()
  }
}

export function paintTulip(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  angle: number,
): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate(angle + Math.PI / 2)
  const petal = (dx: number, lean: number, tone: number) => {
    pen.save()
    pen.rotate(lean)
    pen.fillStyle = css(shift(colour, { l: tone }))
    pen.beginPath()
    pen.moveTo(dx, size * 0.25)
    pen.bezierCurveTo(dx - size * 0.55, size * 0.1, dx - size * 0.34, -size * 0.6, dx, -size * 0.85)
    pen.bezierCurveTo(dx + size * 0.34, -size * 0.6, dx + size * 0.55, size * 0.1, dx, size * 0.25)
    pen.fill()
    pen.restore()
  }
  petal(0, -0.34, -0.07)
  petal(0, 0.34, -0.04)
  petal(0, 0, 0.03)
  pen.restore()
}

export function paintPompon(
  { pen }: Surface,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  random: Random,
): void {
  const count = 230
  for (let i = 0; i < count; i++) {
    const angle = i * 2.39996
    const away = size * Math.sqrt(1 - i / count)
    const dx = Math.cos(angle) * away
    const dy = Math.sin(angle) * away
    pen.fillStyle = css(
      shift(colour, { l: 0.1 * (i / count) - 0.07 - (dy / size) * 0.06 + random.bell() * 0.02 }),
    )
    pen.beginPath()
    pen.ellipse(x + dx, y + dy, size * 0.12, size * 0.06, angle, 0, Math.PI * 2)
    pen.fill()
  }
}

export function paintSpray(
  { pen, u }: Surface,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  garden: Garden,
  random: Random,
): void {
  for (let i = 0; i < 22; i++) {
    const angle = -Math.PI / 2 + random.bell() * 0.75
    const away = size * random.between(0.25, 1)
    const endX = x + Math.cos(angle) * away
    const endY = y + Math.sin(angle) * away + size * 0.2
    pen.strokeStyle = css(garden.stem)
    pen.lineWidth = u * 2
    pen.beginPath()
    pen.moveTo(x, y + size * 0.24)
    pen.quadraticCurveTo(x, y - away * 0.2, endX, endY)
    pen.stroke()
    pen.fillStyle = css(shift(colour, { l: random.bell() * 0.06 }))
    pen.beginPath()
    pen.arc(endX, endY, u * random.between(8, 17), 0, Math.PI * 2)
    pen.fill()
  }
}
