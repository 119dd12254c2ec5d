import { type Colour, css, hex, mix, shift } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import type { Pen } from '../drawing/surface.ts'
import type { Setting } from './setting.ts'

/** Adds a pine to the current path; fill once for a whole row. */
export function tracePine(pen: Pen, x: number, y: number, size: number, random: Random): void {
  const tiers = 9
  const spread = size * random.between(0.17, 0.24)
  const sway = random.bell() * size * 0.012
  pen.moveTo(x + sway, y - size)
  const side = (direction: number) => {
    for (let i = 1; i <= tiers; i++) {
      const t = i / tiers
      const reach = spread * t ** 0.85 * random.between(0.72, 1.1)
      const level = y - size * (1 - t * 0.93)
      pen.lineTo(x + sway * (1 - t) + direction * reach, level + size * 0.03)
      pen.lineTo(x + direction * reach * random.between(0.3, 0.46), level + size * 0.008)
    }
  }
  side(1)
  pen.lineTo(x + size * 0.018, y - size * 0.06)
  pen.lineTo(x + size * 0.018, y + size * 0.02)
  pen.lineTo(x - size * 0.018, y + size * 0.02)
  pen.lineTo(x - size * 0.018, y - size * 0.06)
  pen.lineTo(x, y - size)
  pen.moveTo(x + sway, y - size)
  side(-1)
  pen.lineTo(x, y - size * 0.06)
  pen.closePath()
}

export function paintTree(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  leaf: Colour,
  trunk: Colour,
  light: Colour,
  random: Random,
): void {
  pen.fillStyle = css(trunk)
  pen.beginPath()
  pen.moveTo(x - size * 0.05, y)
  pen.quadraticCurveTo(x - size * 0.02, y - size * 0.25, x - size * 0.025, y - size * 0.5)
  pen.lineTo(x + size * 0.025, y - size * 0.5)
  pen.quadraticCurveTo(x + size * 0.02, y - size * 0.25, x + size * 0.055, y)
  pen.fill()
  // Hundreds of dabs, dark below and bright towards the light, look like foliage.
  const heads = Array.from({ length: 9 }, () => {
    const angle = random.next() * Math.PI * 2
    const away = random.between(0.25, 1)
    return {
      x: x + Math.cos(angle) * away * size * 0.27,
      y: y - size * 0.68 + Math.sin(angle) * away * size * 0.19,
      radius: size * random.between(0.12, 0.19),
    }
  })
  const dabs = 620
  for (let i = 0; i < dabs; i++) {
    const head = random.pick(heads)
    const angle = random.next() * Math.PI * 2
    const away = Math.sqrt(random.next()) * head.radius
    const dx = Math.cos(angle) * away
    const dy = Math.sin(angle) * away
    const height = -(head.y + dy - (y - size * 0.68)) / (size * 0.34)
    const bright =
      0.5 +
      0.45 * height -
      (dx / head.radius) * 0.12 +
      random.bell() * 0.14 +
      (i / dabs - 0.5) * 0.5
    const colour =
      bright < 0.45
        ? mix(mix(leaf, trunk, 0.62), leaf, bright / 0.45)
        : mix(leaf, light, (bright - 0.45) * 0.6)
    pen.fillStyle = css(colour)
    pen.beginPath()
    pen.ellipse(
      head.x + dx,
      head.y + dy,
      size * random.between(0.012, 0.026),
      size * random.between(0.009, 0.017),
      angle,
      0,
      Math.PI * 2,
    )
    pen.fill()
  }
}

export function paintPalm(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  random: Random,
): void {
  const lean = random.between(-0.3, 0.3) * size
  const tipX = x + lean
  const tipY = y - size * 0.78
  pen.strokeStyle = css(colour)
  pen.fillStyle = css(colour)
  pen.lineCap = 'round'
  for (let i = 0; i < 14; i++) {
    const t = i / 14
    const at = (k: number) => [x + lean * k * k, y - size * 0.78 * k] as const
    pen.lineWidth = size * (0.05 - 0.024 * t)
    pen.beginPath()
    pen.moveTo(...at(t))
    pen.lineTo(...at(t + 1 / 13))
    pen.stroke()
  }
  for (let i = 0; i < 11; i++) {
    const angle = -Math.PI / 2 + (i / 10 - 0.5) * Math.PI * 1.65 + random.bell() * 0.08
    const length = size * random.between(0.3, 0.42)
    const endX = tipX + Math.cos(angle) * length
    const endY = tipY + Math.sin(angle) * length * 0.62 + length * 0.36
    const midX = tipX + Math.cos(angle) * length * 0.55
    const midY = tipY + Math.sin(angle) * length * 0.75 - length * 0.1
    pen.beginPath()
    pen.moveTo(tipX, tipY)
    pen.quadraticCurveTo(midX, midY - length * 0.1, endX, endY)
    pen.quadraticCurveTo(midX, midY + length * 0.16, tipX, tipY)
    pen.fill()
  }
}

export function paintCactus(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  light: Colour,
  random: Random,
): void {
  const arm = (points: Array<[number, number]>, thick: number) => {
    pen.lineWidth = size * thick
    pen.beginPath()
    points.forEach(([dx, dy], i) =>
      i === 0 ? pen.moveTo(x + dx * size, y - dy * size) : pen.lineTo(x + dx * size, y - dy * size),
    )
    pen.stroke()
  }
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const left = random.between(0.3, 0.5)
  const right = random.between(0.35, 0.6)
  for (const [style, inset] of [
    [css(colour), 1],
    [css(mix(colour, light, 0.25)), 0.3],
  ] as const) {
    pen.strokeStyle = style
    const dx = inset < 1 ? -0.025 : 0
    arm(
      [
        [dx, 0],
        [dx, 0.94],
      ],
      0.13 * inset,
    )
    arm(
      [
        [dx, left],
        [-0.2 + dx, left],
        [-0.2 + dx, left + 0.26],
      ],
      0.09 * inset,
    )
    arm(
      [
        [dx, right],
        [0.19 + dx, right],
        [0.19 + dx, right + 0.2],
      ],
      0.085 * inset,
    )
  }
}

export function paintGrass(
  pen: Pen,
  line: (x: number) => number,
  width: number,
  u: number,
  colour: Colour,
  random: Random,
  tall = 1,
): void {
  pen.lineCap = 'round'
  for (let i = 0; i < 900; i++) {
    const x = random.next() * width
    const size = u * random.between(8, 30) * tall
    const lean = random.bell() * size * 0.4
    const y = line(x) + random.next() * u * 30
    pen.strokeStyle = css(shift(colour, { l: random.bell() * 0.05 }), 0.9)
    pen.lineWidth = u * random.between(0.8, 1.8)
    pen.beginPath()
    pen.moveTo(x, y)
    pen.quadraticCurveTo(x + lean * 0.2, y - size * 0.6, x + lean, y - size)
    pen.stroke()
  }
}

export function paintBloom(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  random: Random,
): void {
  const petals = random.int(5, 8)
  const turn = random.next() * Math.PI
  for (let i = 0; i < petals; i++) {
    const angle = turn + (i / petals) * Math.PI * 2
    pen.fillStyle = css(shift(colour, { l: random.bell() * 0.05, h: random.bell() * 5 }))
    pen.beginPath()
    pen.ellipse(
      x + Math.cos(angle) * size * 0.52,
      y + Math.sin(angle) * size * 0.42,
      size * 0.5,
      size * 0.32,
      angle,
      0,
      Math.PI * 2,
    )
    pen.fill()
  }
  pen.fillStyle = css(mix(colour, { l: 0.85, c: 0.16, h: 85 }, 0.85))
  pen.beginPath()
  pen.arc(x, y, size * 0.22, 0, Math.PI * 2)
  pen.fill()
}

export function leafColour(setting: Setting, shade: Colour): Colour {
  const named = setting.wishes.some(({ subject }) => subject === 'tree' || subject === 'blossom')
  const bySeason = {
    spring: hex('#f2a6bd'),
    summer: hex('#4f8a4a'),
    autumn: hex('#d9622b'),
    winter: hex('#dfe8f0'),
  }
  const night = setting.time === 'night' ? 0.55 : setting.time === 'dusk' ? 0.4 : 0.12
  return mix(bySeason[setting.season], shade, named ? night : night + 0.2)
}
