import { type Colour, css, mix } from '../drawing/colour.ts'
import type { Pen } from '../drawing/surface.ts'

export function paintBalloon(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  colours: readonly Colour[],
): void {
  const radius = size * 0.36
  const stripes = 7
  for (let i = 0; i < stripes; i++) {
    const from = Math.sin(((i / stripes) * 2 - 1) * (Math.PI / 2)) * radius
    const to = Math.sin((((i + 1) / stripes) * 2 - 1) * (Math.PI / 2)) * radius
    const colour = colours[i % colours.length]
    if (!colour) continue
    pen.fillStyle = css(mix(colour, { l: 0.2, c: 0.03, h: 270 }, Math.max(0, (i - 2) * 0.07)))
    pen.beginPath()
    pen.moveTo(x + (from / radius) * radius * 0.24, y - size * 0.22)
    pen.bezierCurveTo(
      x + from * 0.95,
      y - size * 0.36,
      x + from * 1.08,
      y - size * 0.86,
      x,
      y - size,
    )
    pen.bezierCurveTo(
      x + to * 1.08,
      y - size * 0.86,
      x + to * 0.95,
      y - size * 0.36,
      x + (to / radius) * radius * 0.24,
      y - size * 0.22,
    )
    pen.fill()
  }
  pen.strokeStyle = css({ l: 0.25, c: 0.03, h: 60 }, 0.8)
  pen.lineWidth = Math.max(0.6, size * 0.008)
  for (const dx of [-0.05, 0.05]) {
    pen.beginPath()
    pen.moveTo(x + dx * size * 1.6, y - size * 0.22)
    pen.lineTo(x + dx * size, y - size * 0.1)
    pen.stroke()
  }
  pen.fillStyle = css({ l: 0.34, c: 0.06, h: 55 })
  pen.fillRect(x - size * 0.055, y - size * 0.1, size * 0.11, size * 0.09)
}
