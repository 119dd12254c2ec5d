import { type Colour, css, hex, mix, white } from '../drawing/colour.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import {
  paintBalloon,
  paintCastle,
  paintHouse,
  paintLighthouse,
  paintWindmill,
} from './buildings.ts'
import type { Ridge } from './land.ts'
import { paintCactus, paintPalm, paintTree } from './plants.ts'
import { has, type Setting } from './setting.ts'
import { drawSilhouette, isSilhouette, type SilhouetteName } from './silhouettes.ts'

/** What flies or floats in the sky, drawn before the near land. */
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
    const accent = [palette.accent, ...sizes]
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
  if (birds || random.chance(0.25))
    paintFlock(surface, setting, birds ? Math.max(7, birds.count) : 4, dark)
  const flying: SilhouetteName[] = ['rocket', 'umbrella']
  for (const name of flying) {
    if (!setting.wishes.some((wish) => wish.subject === name)) continue
    const x = width * (1 - setting.lightX)
    drawSilhouette(pen, name, {
      x,
      y: height * 0.44,
      size: u * 210,
      colour: dark,
      light: palette.accent,
    })
  }
  const whaleAloft = has(setting, 'whale') && (setting.mood === 'dreamy' || !isWet(setting))
  if (whaleAloft) {
    drawSilhouette(pen, 'whale', {
      x: width * (1 - setting.lightX),
      y: height * 0.42,
      size: u * 380,
      colour: dark,
      light: mix(dark, palette.light, 0.4),
      mirrored: setting.lightX > 0.5,
    })
  }
}

export function isWet(setting: Setting): boolean {
  return setting.place === 'sea' || setting.place === 'tropics' || setting.place === 'lake'
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

/** What swims or floats, drawn on the water. */
export function castWater(surface: Surface, setting: Setting, shore: number): void {
  const { pen, width, height, u } = surface
  const { palette } = setting
  const random = setting.random.fork('water cast')
  const hull = mix(palette.near, palette.far, 0.1)
  const boats = has(setting, 'boat')
  if (boats) {
    for (let i = 0; i < boats.count; i++) {
      const t = boats.count === 1 ? 0.3 : random.between(0.02, 0.5)
      const y = (shore + (1 - shore) * t) * height
      const size = u * (90 + 300 * t)
      const x =
        (boats.count === 1
          ? 1 - setting.lightX + random.bell() * 0.05
          : random.between(0.08, 0.92)) * width
      floatOn(
        surface,
        'boat',
        x,
        y,
        size,
        hull,
        mix(white, palette.accent, i === 0 ? 0.35 : random.next()),
      )
    }
  }
  if (has(setting, 'whale') && setting.mood !== 'dreamy') {
    const x = width * (1 - setting.lightX)
    const y = (shore + (1 - shore) * 0.34) * height
    pen.save()
    pen.beginPath()
    pen.rect(0, 0, width, y)
    pen.clip()
    drawSilhouette(pen, 'whale', {
      x,
      y: y + u * 90,
      size: u * 340,
      colour: hull,
      light: mix(hull, palette.sky[3], 0.5),
      mirrored: setting.lightX > 0.5,
    })
    pen.restore()
    pen.fillStyle = css(mix(palette.sky[3], white, 0.5), 0.6)
    for (let i = 0; i < 40; i++) {
      pen.beginPath()
      pen.ellipse(
        x + random.bell() * u * 170,
        y + random.bell() * u * 5,
        u * random.between(6, 26),
        u * 2.6,
        0,
        0,
        Math.PI * 2,
      )
      pen.fill()
    }
  }
  const fish = has(setting, 'fish')
  for (let i = 0; fish && i < fish.count; i++) {
    const x = random.between(0.2, 0.8) * width
    const y = (shore + (1 - shore) * random.between(0.3, 0.8)) * height
    drawSilhouette(pen, 'fish', {
      x,
      y,
      size: u * random.between(90, 150),
      colour: palette.accent,
      light: mix(palette.accent, white, 0.7),
      mirrored: random.chance(0.5),
    })
  }
}

function floatOn(
  surface: Surface,
  name: SilhouetteName,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  light: Colour,
): void {
  const { pen } = surface
  pen.save()
  pen.translate(0, y * 2)
  pen.scale(1, -1)
  drawSilhouette(pen, name, { x, y, size, colour, light, alpha: 0.3 })
  pen.restore()
  drawSilhouette(pen, name, { x, y, size, colour, light })
}

const STANDING: SilhouetteName[] = [
  'cat',
  'dog',
  'fox',
  'deer',
  'rabbit',
  'owl',
  'person',
  'horse',
  'elephant',
  'bear',
  'mushroom',
  'bicycle',
  'train',
  'guitar',
  'coffee',
  'fruit',
]

/** What stands on the nearest land. `line` is its crest. */
export function castLand(surface: Surface, setting: Setting, line: Ridge, shade: Colour): void {
  const { pen, width, height, u } = surface
  const { palette } = setting
  const random = setting.random.fork('land cast')
  const night = setting.time === 'night' || setting.time === 'dusk'
  const glowing = night ? palette.accent : mix(palette.accent, white, 0.3)
  const away = setting.lightX < 0.5 ? 0.76 : 0.24
  const at = (x: number, sink = 4) => line.at(x * width) + u * sink
  if (has(setting, 'castle'))
    paintCastle(surface, away * width, at(away, 10), u * 330, shade, glowing)
  if (has(setting, 'windmill'))
    paintWindmill(
      surface,
      away * width,
      at(away, 8),
      u * 340,
      shade,
      mix(shade, palette.light, 0.55),
      random.between(0.2, 1),
    )
  if (has(setting, 'lighthouse')) {
    const plain = night
      ? mix(hex('#e9e4da'), palette.sky[1], 0.45)
      : mix(hex('#fbf6ea'), palette.sky[3], 0.25)
    const stripe = night ? mix(hex('#b8322a'), palette.sky[0], 0.35) : hex('#c43d31')
    paintLighthouse(
      surface,
      away * width,
      at(away, 8),
      u * 330,
      plain,
      stripe,
      mix(palette.accent, white, 0.45),
      night ? 0.5 : 0.12,
    )
  }
  const houses = has(setting, 'house')
  for (let i = 0; houses && i < houses.count; i++) {
    const x = i === 0 ? away : random.between(0.12, 0.88)
    paintHouse(
      surface,
      x * width,
      at(x, 6),
      u * (i === 0 ? 150 : random.between(70, 120)),
      mix(shade, palette.accent, 0.18),
      shade,
      glowing,
    )
  }
  const trees = has(setting, 'tree')
  const piny = ['forest', 'mountains', 'snowfield', 'lake'].includes(setting.place)
  for (let i = 0; trees && !piny && i < Math.min(trees.count, 7); i++) {
    const x = i === 0 ? (setting.lightX < 0.5 ? 0.68 : 0.32) : random.between(0.06, 0.94)
    const leaf = leafColour(setting, shade)
    paintTree(
      pen,
      x * width,
      at(x, 6),
      u * (i === 0 ? 390 : random.between(150, 280)),
      leaf,
      shade,
      palette.light,
      random.fork(`tree ${i}`),
    )
  }
  const palms = has(setting, 'palm') ?? (setting.place === 'tropics' ? { count: 3 } : undefined)
  for (let i = 0; palms && i < Math.max(2, palms.count); i++) {
    const x = i % 2 === 0 ? random.between(0.04, 0.2) : random.between(0.8, 0.97)
    paintPalm(
      pen,
      x * width,
      at(x, 20),
      u * random.between(330, 520),
      shade,
      random.fork(`palm ${i}`),
    )
  }
  const cacti = has(setting, 'cactus')
  for (let i = 0; cacti && i < Math.max(3, cacti.count); i++) {
    const x = i === 0 ? away : random.between(0.05, 0.95)
    paintCactus(
      pen,
      x * width,
      at(x, 14),
      u * (i === 0 ? 270 : random.between(70, 150)),
      mix(shade, hex('#1d3b2f'), 0.4),
      palette.light,
      random,
    )
  }
  let side = 0
  for (const wish of setting.wishes) {
    if (!isSilhouette(wish.subject) || !STANDING.includes(wish.subject)) continue
    for (let i = 0; i < Math.min(wish.count, 5); i++) {
      // The main one before the light, so that its outline reads at once.
      const main = side === 0
      const x = main
        ? setting.lightX
        : 0.5 + (side % 2 ? -1 : 1) * (0.14 + 0.08 * side) * (setting.lightX < 0.5 ? -1 : 1)
      const clamped = Math.min(0.9, Math.max(0.1, x))
      const size = u * heightOf(wish.subject) * (main ? 1 : 0.8)
      drawSilhouette(pen, wish.subject, {
        x: clamped * width,
        y: at(clamped, 6),
        size,
        colour: shade,
        light: mix(shade, palette.accent, 0.85),
        mirrored: clamped > 0.5,
      })
      side += 1
    }
  }
  if (has(setting, 'fire')) {
    const y = at(0.5, 2)
    glow(pen, width * 0.5, y - u * 20, u * 300, hex('#ff9d3c'), 0.85)
    for (const [size, colour] of [
      [60, '#ff6a1f'],
      [40, '#ffb13d'],
      [20, '#fff0b0'],
    ] as const) {
      pen.fillStyle = colour
      pen.beginPath()
      pen.moveTo(width * 0.5 - u * size * 0.5, y)
      pen.quadraticCurveTo(
        width * 0.5 - u * size * 0.5,
        y - u * size * 0.7,
        width * 0.5 + u * size * 0.05,
        y - u * size * 1.5,
      )
      pen.quadraticCurveTo(
        width * 0.5 + u * size * 0.6,
        y - u * size * 0.6,
        width * 0.5 + u * size * 0.5,
        y,
      )
      pen.fill()
    }
  }
  const butterflies = has(setting, 'butterfly')
  for (let i = 0; butterflies && i < Math.max(3, butterflies.count); i++) {
    drawSilhouette(pen, 'butterfly', {
      x: random.between(0.1, 0.9) * width,
      y: random.between(0.4, 0.75) * height,
      size: u * random.between(30, 74),
      colour: random.pick([palette.accent, palette.light, hex('#f28f3b')]),
      light: white,
    })
  }
}

function heightOf(subject: SilhouetteName): number {
  const sizes: Partial<Record<SilhouetteName, number>> = {
    cat: 230,
    person: 170,
    rabbit: 150,
    owl: 190,
    mushroom: 170,
    elephant: 300,
    horse: 260,
    deer: 270,
    bear: 240,
  }
  return sizes[subject] ?? 210
}

export function leafColour(setting: Setting, shade: Colour): Colour {
  const named = setting.wishes.some((wish) => wish.subject === 'tree')
  const bySeason = {
    spring: hex('#f2a6bd'),
    summer: hex('#4f8a4a'),
    autumn: hex('#d9622b'),
    winter: hex('#dfe8f0'),
  }
  const night = setting.time === 'night' ? 0.55 : setting.time === 'dusk' ? 0.4 : 0.12
  return mix(bySeason[setting.season], shade, named ? night : night + 0.2)
}
