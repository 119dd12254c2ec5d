import { type Colour, css, hex, mix, shift, toRgb, white } from '../drawing/colour.ts'
import { addGrain, addVignette } from '../drawing/finish.ts'
import { createField, crestedNoise, layeredNoise, smoothstep } from '../drawing/noise.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import { glow, paintPixels, rampTable, type Surface } from '../drawing/surface.ts'
import { rampHand } from '../figures/draw-figure.ts'
import { drawEnsemble } from '../figures/signs.ts'

const CLOUDS = [
  ['#040414', '#1a1040', '#5a2080', '#d0508a', '#ffb07a'],
  ['#02060f', '#0a2440', '#17607a', '#5cc0b0', '#f7e6b0'],
  ['#06030c', '#2a0f30', '#8a2040', '#f06a3a', '#ffe0a0'],
  ['#03040f', '#141c58', '#3c50c0', '#9a8af0', '#ffd6f0'],
]

/** Nebulae, stars and worlds. */
export function paintCosmos(surface: Surface, reading: Reading, random: Random): void {
  const { pen, width, height, u } = surface
  const colours = ramp(reading, random)
  paintNebula(surface, colours, random)
  paintStarfield(surface, random, colours)
  const wants = (subject: string) => reading.wishes.some((wish) => wish.subject === subject)
  const bare = reading.wishes.length + reading.cast.length === 0 || wants('stars')
  if (wants('planet') || wants('moon') || (!bare && random.chance(0.4)) || random.chance(0.55)) {
    paintPlanet(surface, colours, random, wants('moon') && !wants('planet'))
  }
  if (reading.cast.length > 0) {
    const box = { x: width / 2, y: height * 0.8, width: width * 0.8, height: height * 0.36 }
    glow(pen, width / 2, height * 0.66, u * 480, colours[3] ?? white, 0.4)
    const hand = rampHand(mix(hex('#05060f'), colours[1] ?? white, 0.45), colours[4] ?? white, 0.5)
    drawEnsemble(pen, reading.cast, box, {
      ...hand,
      light: { colour: colours[4] ?? white, shade: hex('#05060f'), side: -1, strength: 0.7 },
    })
  }
  addVignette(surface, 0.4)
  addGrain(surface, random.fork('grain'), 0.14)
}

function ramp(reading: Reading, random: Random): Colour[] {
  const base = random.fork('ramp').pick(CLOUDS).map(hex)
  const turn = random.fork('turn').between(-18, 18)
  const [first, second] = reading.colours
  return base.map((colour, i) => {
    const own = shift(colour, { h: turn })
    if (!first || i === 0) return own
    const dye = i >= 3 && second ? second : first
    return {
      l: own.l,
      c: dye.c < 0.04 ? dye.c : Math.max(own.c, dye.c * 0.8),
      h: dye.h + (i - 2) * 12,
    }
  })
}

function paintNebula(surface: Surface, colours: Colour[], random: Random): void {
  const { width, height } = surface
  const source = random.fork('nebula')
  const warp = layeredNoise(createField(source), 3)
  const body = layeredNoise(createField(source), 5, 0.55)
  const veins = crestedNoise(createField(source), 4)
  const colourAt = rampTable(colours, mix)
  const side = Math.min(width, height)
  const lean = source.between(-1, 1)
  const cx = source.between(0.35, 0.65)
  const cy = source.between(0.35, 0.6)
  paintPixels(surface, { x: 0, y: 0, width, height }, 0.4, (px, py, out) => {
    const x = px / side
    const y = py / side
    const wx = warp(x * 1.4, y * 1.4) * 0.6
    const wy = warp(x * 1.4 + 40, y * 1.4) * 0.6
    const cloud = body(x * 1.5 + wx, y * 1.5 + wy)
    const along = (px / width - cx) * Math.cos(lean) + (py / height - cy) * Math.sin(lean)
    const across = (px / width - cx) * -Math.sin(lean) + (py / height - cy) * Math.cos(lean)
    const envelope = Math.exp(-(across ** 2) / 0.055 - along ** 2 / 0.42)
    const filament = veins(x * 1.8 + wx * 1.5, y * 1.8 + wy * 1.5)
    const dust = smoothstep(0.15, 0.75, body(x * 2.6 - wy, y * 2.6 + wx + 20))
    let value = envelope * (0.46 + 0.62 * cloud) + 0.36 * filament * envelope + 0.1 * (cloud + 0.5)
    value *= 1 - 0.5 * dust * envelope
    const [r, g, b] = colourAt(smoothstep(0, 1.02, value) * 0.97)
    out[0] = r
    out[1] = g
    out[2] = b
    out[3] = 1
  })
}

function paintStarfield(
  { pen, width, height, u }: Surface,
  random: Random,
  colours: Colour[],
): void {
  const source = random.fork('stars')
  const tints = [
    white,
    mix(white, hex('#9cc4ff'), 0.6),
    mix(white, hex('#ffd2a0'), 0.6),
    mix(white, colours[3] ?? white, 0.5),
  ]
  for (let i = 0; i < 1500 * (width / height); i++) {
    const size = u * (0.35 + 1.5 * source.next() ** 9)
    pen.fillStyle = css(source.pick(tints), 0.2 + 0.8 * source.next() ** 2)
    pen.beginPath()
    pen.arc(source.next() * width, source.next() * height, size, 0, Math.PI * 2)
    pen.fill()
  }
  for (let i = 0; i < 14; i++) {
    const x = source.next() * width
    const y = source.next() * height
    const size = u * source.between(9, 34)
    const colour = source.pick(tints)
    glow(pen, x, y, size * 1.5, colour, 0.75)
    pen.fillStyle = css(colour, 0.85)
    for (const turned of [false, true]) {
      pen.beginPath()
      pen.ellipse(x, y, turned ? u * 0.7 : size, turned ? size : u * 0.7, 0, 0, Math.PI * 2)
      pen.fill()
    }
  }
}

function paintPlanet(surface: Surface, colours: Colour[], random: Random, moonlike: boolean): void {
  const { pen, width, height, u } = surface
  const source = random.fork('planet')
  const radius = u * source.between(130, 230)
  const x = width * source.pick([0.3, 0.68, 0.72])
  const y = height * source.between(0.32, 0.62)
  const noise = layeredNoise(createField(source), 4)
  const bands = source.between(2.2, 5)
  const pair: [Colour, Colour, Colour] = moonlike
    ? [hex('#8d8a96'), hex('#cfcad2'), hex('#f7f4ee')]
    : [
        colours[2] ?? white,
        mix(colours[3] ?? white, white, 0.1),
        mix(colours[4] ?? white, white, 0.2),
      ]
  const colourAt = rampTable(pair, mix)
  const tilt = source.between(-0.5, 0.5)
  const ringed = !moonlike && source.chance(0.6)
  const ring = (front: boolean) => {
    pen.save()
    pen.translate(x, y)
    pen.rotate(tilt)
    pen.beginPath()
    if (front) pen.rect(-radius * 3, 0, radius * 6, radius * 3)
    else pen.rect(-radius * 3, -radius * 3, radius * 6, radius * 3)
    pen.clip()
    for (let i = 0; i < 46; i++) {
      const t = i / 46
      pen.strokeStyle = css(
        mix(pair[1], pair[2], source.next()),
        (0.2 + 0.5 * Math.abs(Math.sin(i * 1.7))) * (t > 0.62 && t < 0.7 ? 0.1 : 1),
      )
      pen.lineWidth = radius * 0.022
      pen.beginPath()
      pen.ellipse(
        0,
        0,
        radius * (1.4 + t * 0.9),
        radius * (1.4 + t * 0.9) * 0.26,
        0,
        0,
        Math.PI * 2,
      )
      pen.stroke()
    }
    pen.restore()
  }
  glow(pen, x, y, radius * 2.1, pair[1], 0.4)
  if (ringed) ring(false)
  const lx = -0.55
  const ly = -0.5
  const lz = 0.67
  const dark = toRgb(hex('#04040c'))
  pen.save()
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.clip()
  paintPixels(
    surface,
    { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 },
    0.7,
    (px, py, out) => {
      const nx = (px - x) / radius
      const ny = (py - y) / radius
      const nz = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny))
      const latitude = ny * Math.cos(tilt) - nx * Math.sin(tilt)
      const texture = moonlike
        ? 0.5 + 0.6 * noise(nx * 2.4, ny * 2.4)
        : 0.5 + 0.5 * Math.sin(latitude * bands * 3 + noise(nx * 1.3, latitude * 6) * 1.5)
      const light = Math.max(0.02, smoothstep(-0.12, 1, nx * lx + ny * ly + nz * lz))
      const [r, g, b] = colourAt(texture)
      out[0] = dark[0] + (r - dark[0]) * light
      out[1] = dark[1] + (g - dark[1]) * light
      out[2] = dark[2] + (b - dark[2]) * light
      out[3] = 1
    },
  )
  pen.restore()
  if (ringed) ring(true)
}
