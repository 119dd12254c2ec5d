import { type Colour, hex, mix, white } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import { castBuildings } from './cast-buildings.ts'
import { castPlants } from './cast-plants.ts'
import type { Ridge } from './land.ts'
import { has, type Setting } from './setting.ts'
import { drawSilhouette, isSilhouette, type SilhouetteName } from './silhouettes.ts'

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

/** The nearest land, on which a scene's figures stand. */
export interface Ground {
  setting: Setting
  shade: Colour
  /** One source for all figures, drawn from in a fixed order. */
  random: Random
  /** A place beside the light, as a share of the width. */
  away: number
  /** Height of the land at a share of the width, and how deep a figure sinks into the land. */
  at: (x: number, sink?: number) => number
}

/** Draws the figures on the nearest land. `line` is the land's crest. */
export function castLand(surface: Surface, setting: Setting, line: Ridge, shade: Colour): void {
  const { width, u } = surface
  const ground: Ground = {
    setting,
    shade,
    random: setting.random.fork('land cast'),
    away: setting.lightX < 0.5 ? 0.76 : 0.24,
    at: (x, sink = 4) => line.at(x * width) + u * sink,
  }
  castBuildings(surface, ground)
  castPlants(surface, ground)
  castFigures(surface, ground)
  if (has(setting, 'fire')) paintFire(surface, ground.at(0.5, 2))
  castButterflies(surface, ground)
}

function castFigures({ pen, width, u }: Surface, { setting, shade, at }: Ground): void {
  let side = 0
  for (const wish of setting.wishes) {
    if (!isSilhouette(wish.subject) || !STANDING.includes(wish.subject)) continue
    for (let i = 0; i < Math.min(wish.count, 5); i++) {
      // The main figure stands before the light, so that its outline is clear.
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
        light: mix(shade, setting.palette.accent, 0.85),
        mirrored: clamped > 0.5,
      })
      side += 1
    }
  }
}

function paintFire({ pen, width, u }: Surface, y: number): void {
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

function castButterflies({ pen, width, height, u }: Surface, { setting, random }: Ground): void {
  const { palette } = setting
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
