import { hex, mix, white } from '../drawing/colour.ts'
import type { Surface } from '../drawing/surface.ts'
import { paintCastle, paintHouse, paintLighthouse, paintWindmill } from './buildings.ts'
import type { Ground } from './ground.ts'
import { has } from './setting.ts'

export function castBuildings(surface: Surface, ground: Ground): void {
  const { width, u } = surface
  const { setting, shade, random, away, at } = ground
  const { palette } = setting
  const night = setting.time === 'night' || setting.time === 'dusk'
  const glowing = night ? palette.accent : mix(palette.accent, white, 0.3)
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
    // A castle, windmill or lighthouse has the headland, so that the first house stands apart.
    const tall = has(setting, 'castle') || has(setting, 'windmill') || has(setting, 'lighthouse')
    const x = i === 0 ? (tall ? 1 - away : away) : random.between(0.12, 0.88)
    paintHouse(
      surface,
      x * width,
      at(x, 6),
      u * (i > 0 ? random.between(70, 120) : setting.cast.length === 0 && !tall ? 230 : 150),
      houses.colour ? mix(shade, houses.colour, 0.7) : mix(shade, palette.accent, 0.18),
      shade,
      glowing,
    )
  }
}
