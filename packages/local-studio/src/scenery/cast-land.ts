import { type Colour, hex } from '../drawing/colour.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import { castBuildings } from './cast-buildings.ts'
import { castPlants } from './cast-plants.ts'
import type { Ground } from './ground.ts'
import type { Ridge } from './land.ts'
import { has, type Setting } from './setting.ts'

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
  if (has(setting, 'fire')) paintFire(surface, ground.at(0.5, 2))
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
