import { css, hex, shift } from '../drawing/colour.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import type { Wall } from './wall.ts'

export function paintCounter(surface: Surface, wall: Wall, share: number, code: string): void {
  const { pen, u } = surface
  const { left, right, floorAt } = wall
  const tall = Math.min(floorAt, (right - left) * 1.05) * share
  const body = wall.dim(hex(code))
  pen.fillStyle = css(body)
  pen.fillRect(left, floorAt - tall, right - left, tall + u * 8)
  pen.strokeStyle = css(shift(body, { l: -0.14 }))
  pen.lineWidth = u * 3
  for (let i = 0; i < 4; i++) {
    const wide = (right - left) / 4
    pen.strokeRect(left + i * wide + u * 8, floorAt - tall + u * 16, wide - u * 16, tall - u * 20)
  }
  pen.fillStyle = css(shift(body, { l: code === '#7a4a2c' ? 0.14 : -0.3 }))
  pen.fillRect(left - u * 6, floorAt - tall - u * 8, right - left + u * 12, u * 14)
}

export function paintLamps({ pen, u }: Surface, { left, right, floorAt, dim }: Wall): void {
  for (const share of [0.2, 0.5, 0.8]) {
    const x = left + (right - left) * share
    const y = floorAt * 0.2
    pen.fillStyle = css(dim(hex('#3a2c24')))
    pen.fillRect(x - u * 1.5, 0, u * 3, y)
    glow(pen, x, y + u * 26, u * 110, hex('#ffcf7a'), 0.5)
    pen.beginPath()
    pen.moveTo(x - u * 10, y)
    pen.lineTo(x + u * 10, y)
    pen.lineTo(x + u * 34, y + u * 30)
    pen.lineTo(x - u * 34, y + u * 30)
    pen.fill()
    pen.fillStyle = css(hex('#ffe9b8'))
    pen.fillRect(x - u * 26, y + u * 30, u * 52, u * 5)
  }
}

export function paintHay(
  { pen, u, height }: Surface,
  { left, right, floorAt, dim, random }: Wall,
): void {
  const wide = (right - left) * 0.42
  const tall = Math.min(wide * 0.5, height * 0.14)
  for (const [x, y] of [
    [left + wide * 0.2, floorAt],
    [left + wide * 1.25, floorAt],
    [left + wide * 0.72, floorAt - tall],
  ] as const) {
    pen.fillStyle = css(dim(hex('#d9b04a')))
    pen.fillRect(x, y - tall, wide, tall)
    pen.strokeStyle = css(dim(hex('#9a7428')), 0.8)
    pen.lineWidth = u * 3
    pen.strokeRect(x, y - tall, wide, tall)
    pen.lineWidth = u * 1.6
    for (let i = 0; i < 40; i++) {
      const sx = x + random.next() * wide * 0.9
      const sy = y - random.next() * tall
      pen.beginPath()
      pen.moveTo(sx, sy)
      pen.lineTo(sx + u * random.between(8, 22), sy + u * random.between(-4, 4))
      pen.stroke()
    }
  }
}

export function paintBars({ pen, u }: Surface, { left, right, floorAt, dim }: Wall): void {
  pen.fillStyle = css(dim(hex('#a8744a')))
  const from = left + (right - left) * 0.12
  const wide = (right - left) * 0.76
  for (let i = 0; i < 9; i++) pen.fillRect(from, floorAt * (0.2 + i * 0.085), wide, u * 7)
  for (let i = 0; i <= 3; i++)
    pen.fillRect(from + (wide * i) / 3 - u * 6, floorAt * 0.14, u * 12, floorAt * 0.86)
  pen.fillStyle = css(dim(hex('#2f6fd0')))
  pen.fillRect(left, floorAt - u * 26, (right - left) * 0.5, u * 30)
}

const GOODS = ['#c8394f', '#f2c230', '#4d9a6a', '#3f8fc4', '#e0702f', '#8a5fb8', '#f4efe6'].map(hex)

export function paintGoods({ pen, u }: Surface, { left, right, floorAt, dim, random }: Wall): void {
  const from = left + u * 20
  for (let row = 0; row < 4; row++) {
    const y = floorAt * (0.34 + row * 0.2)
    for (let x = from; x < right - u * 30; ) {
      const wide = u * random.between(18, 40)
      const tall = floorAt * random.between(0.07, 0.13)
      pen.fillStyle = css(dim(random.pick(GOODS)))
      pen.beginPath()
      pen.roundRect(x, y - tall, wide, tall, u * 4)
      pen.fill()
      x += wide + u * 6
    }
    pen.fillStyle = css(dim(hex('#8b96a1')))
    pen.fillRect(from - u * 10, y, right - from, u * 9)
  }
}

export function paintBeams({ pen, width, height }: Surface, { random }: Wall): void {
  for (const code of ['#ff4fa3', '#4fd6ff', '#ffe14f', '#8f6bff']) {
    const x = random.between(0.1, 0.9) * width
    const beam = pen.createLinearGradient(0, 0, 0, height)
    beam.addColorStop(0, css(hex(code), 0.6))
    beam.addColorStop(1, css(hex(code), 0.05))
    pen.fillStyle = beam
    pen.beginPath()
    pen.moveTo(x, 0)
    pen.lineTo(x + random.bell() * width * 0.3 + width * 0.12, height)
    pen.lineTo(x + random.bell() * width * 0.3 - width * 0.12, height)
    pen.fill()
  }
}
