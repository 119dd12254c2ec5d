import { type Colour, css, hex, mix, shift } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import type { Room } from './room-named.ts'

export interface Wall {
  room: Room
  floorAt: number
  /** The edges of the half that has no window. */
  left: number
  right: number
  colour: Colour
  wood: Colour
  /** How much of the room's shade lies on bright things. */
  dim: (colour: Colour) => Colour
  random: Random
}

const WALL_OF: Partial<Record<Room, string>> = {
  kitchen: '#d9d6b8',
  bedroom: '#b9a9c4',
  bathroom: '#a9cdd6',
  library: '#8a6f58',
  cafe: '#b98a66',
  classroom: '#d3cfa6',
  workshop: '#9a9488',
  stable: '#8a6239',
  theatre: '#3a1f2a',
  gym: '#b8c3cc',
  shop: '#d8dee0',
  office: '#b7c2c9',
  salon: '#c9b3bd',
  gallery: '#eceae4',
  attic: '#a8825c',
  disco: '#352a5c',
  lift: '#a3abb5',
}

const FLOOR_OF: Partial<Record<Room, string>> = {
  bathroom: '#8fb3bd',
  kitchen: '#b9a58a',
  stable: '#c9a24e',
  theatre: '#7a4a2c',
  gym: '#c98f52',
  shop: '#c3c8c9',
  office: '#6f7c88',
  disco: '#4a3a7a',
  lift: '#6b7078',
  workshop: '#7f7b75',
}

export const wallOf = (room: Room) => {
  const code = WALL_OF[room]
  return code ? hex(code) : undefined
}

export const floorOf = (room: Room) => {
  const code = FLOOR_OF[room]
  return code ? hex(code) : undefined
}

/** A room without a window to the sky. */
export const isClosed = (room: Room) => ['theatre', 'disco', 'lift'].includes(room)

/** What is built into a room's wall and floor, before its furniture. */
export function paintWall(surface: Surface, wall: Wall): void {
  const { room, floorAt } = wall
  if (room === 'bathroom') paintTiles(surface, wall, 0, floorAt)
  if (room === 'kitchen') {
    paintTiles(surface, wall, floorAt * 0.5, floorAt)
    paintCounter(surface, wall, 0.27, '#e9e2d2')
  }
  if (room === 'bathroom' || room === 'kitchen' || room === 'shop') paintFloorTiles(surface, wall)
  if (room === 'cafe') {
    paintLamps(surface, wall)
    paintCounter(surface, wall, 0.36, '#7a4a2c')
  }
  if (room === 'stable' || room === 'attic') paintPlanks(surface, wall)
  if (room === 'stable') paintHay(surface, wall)
  if (room === 'theatre') paintCurtains(surface, wall)
  if (room === 'gym') paintBars(surface, wall)
  if (room === 'shop') paintGoods(surface, wall)
  if (room === 'disco') paintBeams(surface, wall)
  if (room === 'lift') paintDoors(surface, wall)
}

function paintTiles({ pen, width, u }: Surface, wall: Wall, top: number, foot: number): void {
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

function paintFloorTiles({ pen, width, height, u }: Surface, { floorAt, wood }: Wall): void {
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

function paintCounter(surface: Surface, wall: Wall, share: number, code: string): void {
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

function paintLamps({ pen, u }: Surface, { left, right, floorAt, dim }: Wall): void {
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

function paintPlanks({ pen, width, u }: Surface, { floorAt, colour, random }: Wall): void {
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

function paintHay({ pen, u, height }: Surface, { left, right, floorAt, dim, random }: Wall): void {
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

function paintCurtains({ pen, width, height, u }: Surface, { floorAt, dim }: Wall): void {
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

function paintBars({ pen, u }: Surface, { left, right, floorAt, dim }: Wall): void {
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

function paintGoods({ pen, u }: Surface, { left, right, floorAt, dim, random }: Wall): void {
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

function paintBeams({ pen, width, height }: Surface, { random }: Wall): void {
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

function paintDoors({ pen, width, u }: Surface, { floorAt, colour, dim }: Wall): void {
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
