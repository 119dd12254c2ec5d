import { css, hex, mix, shift } from '../drawing/colour.ts'
import type { Surface } from '../drawing/surface.ts'
import type { Wall } from './wall.ts'

export function paintTiles(
  { pen, width, u }: Surface,
  wall: Wall,
  top: number,
  foot: number,
): void {
  const size = u * 44
  pen.strokeStyle = css(wall.dim(hex('#ffffff')), 0.55)
  pen.lineWidth = u * 2
  pen.beginPath()
  for (let y = foot; y >= top; y -= size) {
    pen.moveTo(0, y)
    pen.lineTo(width, y)
  }
  for (let x = 0; x <= width; x += size) {
    pen.moveTo(x, top)
    pen.lineTo(x, foot)
  }
  pen.stroke()
}

export function paintFloorTiles({ pen, width, height, u }: Surface, { floorAt, wood }: Wall): void {
  pen.strokeStyle = css(shift(wood, { l: -0.12 }), 0.6)
  pen.lineWidth = u * 2
  pen.beginPath()
  for (let i = 0; i < 7; i++) {
    const y = floorAt + (height - floorAt) * (i / 7) ** 1.5
    pen.moveTo(0, y)
    pen.lineTo(width, y)
  }
  for (let i = -12; i <= 24; i++) {
    pen.moveTo(width * (0.5 + (i - 6) * 0.06), floorAt)
    pen.lineTo(width * (0.5 + (i - 6) * 0.13), height)
  }
  pen.stroke()
}

export function paintPlanks({ pen, width, u }: Surface, { floorAt, colour, random }: Wall): void {
  pen.strokeStyle = css(shift(colour, { l: -0.14 }), 0.8)
  for (let x = 0; x < width; x += u * random.between(44, 64)) {
    pen.lineWidth = u * random.between(2, 4)
    pen.beginPath()
    pen.moveTo(x, 0)
    pen.lineTo(x, floorAt)
    pen.stroke()
  }
  pen.fillStyle = css(shift(colour, { l: -0.16 }))
  pen.fillRect(0, floorAt * 0.06, width, u * 26)
  pen.beginPath()
  pen.moveTo(0, floorAt * 0.42)
  pen.lineTo(u * 26, floorAt * 0.42)
  pen.lineTo(width * 0.26, floorAt * 0.08)
  pen.lineTo(width * 0.2, floorAt * 0.08)
  pen.fill()
}

export function paintCurtains({ pen, width, height, u }: Surface, { floorAt, dim }: Wall): void {
  const red = dim(hex('#b3202f'))
  for (const x of [0.3, 0.5, 0.7]) {
    const beam = pen.createLinearGradient(0, 0, 0, height)
    beam.addColorStop(0, css(hex('#fff3cf'), 0.5))
    beam.addColorStop(1, css(hex('#fff3cf'), 0.03))
    pen.fillStyle = beam
    pen.beginPath()
    pen.moveTo(width * x - u * 14, 0)
    pen.lineTo(width * x + u * 14, 0)
    pen.lineTo(width * (0.5 + (x - 0.5) * 0.7) + width * 0.14, height * 0.95)
    pen.lineTo(width * (0.5 + (x - 0.5) * 0.7) - width * 0.14, height * 0.95)
    pen.fill()
  }
  for (let fold = 0; fold < 5; fold++) {
    for (const side of [0, 1]) {
      const wide = width * 0.04
      const x = side === 0 ? fold * wide : width - (fold + 1) * wide
      const cloth = pen.createLinearGradient(x, 0, x + wide, 0)
      cloth.addColorStop(0, css(shift(red, { l: -0.16 })))
      cloth.addColorStop(0.5, css(shift(red, { l: 0.06 })))
      cloth.addColorStop(1, css(shift(red, { l: -0.16 })))
      pen.fillStyle = cloth
      pen.fillRect(x, 0, wide + 1, floorAt + (height - floorAt) * 0.35)
    }
  }
  for (let i = 0; i < 8; i++) {
    const wide = width / 8
    pen.fillStyle = css(shift(red, { l: i % 2 ? -0.05 : 0.02 }))
    pen.beginPath()
    pen.moveTo(i * wide, 0)
    pen.lineTo((i + 1) * wide + 1, 0)
    pen.quadraticCurveTo((i + 0.5) * wide, height * 0.2, i * wide, 0)
    pen.fill()
    pen.fillRect(i * wide, 0, wide + 1, height * 0.035)
  }
}

export function paintDoors({ pen, width, u }: Surface, { floorAt, colour, dim }: Wall): void {
  const wide = width * 0.5
  const x = width * 0.25
  const steel = mix(colour, hex('#dfe5ea'), 0.4)
  pen.fillStyle = css(shift(colour, { l: -0.2 }))
  pen.fillRect(x - u * 16, floorAt * 0.1, wide + u * 32, floorAt * 0.9)
  for (const half of [0, 1]) {
    const door = pen.createLinearGradient(x, 0, x + wide, floorAt)
    door.addColorStop(0, css(shift(steel, { l: -0.06 })))
    door.addColorStop(0.5, css(shift(steel, { l: 0.08 })))
    door.addColorStop(1, css(shift(steel, { l: -0.06 })))
    pen.fillStyle = door
    pen.fillRect(x + (half * wide) / 2 + u * 2, floorAt * 0.14, wide / 2 - u * 4, floorAt * 0.86)
  }
  pen.fillStyle = css(dim(hex('#23262f')))
  pen.fillRect(x + wide + u * 40, floorAt * 0.45, u * 34, u * 84)
  for (const [i, code] of ['#ffcf5a', '#e8ecef', '#e8ecef'].entries()) {
    pen.fillStyle = code
    pen.beginPath()
    pen.arc(x + wide + u * 57, floorAt * 0.45 + u * (18 + i * 24), u * 8, 0, Math.PI * 2)
    pen.fill()
  }
}
