import { type Colour, css, hex, mix, shift, white } from '../drawing/colour.ts'
import type { Surface } from '../drawing/surface.ts'
import { fillRidge, type Ridge, type Shape, shadeGround, shapeRidge } from './land.ts'
import { landAt } from './land-colour.ts'
import { paintMoonGround } from './moonscape.ts'
import { paintBloom, paintGrass, tracePine } from './plants.ts'
import { paintRoom } from './room.ts'
import { has, isWet, type Setting } from './setting.ts'
import { paintStreet } from './street.ts'

/** The ground nearest to the viewer, dark against the light, with the season's plants. */
export function paintNearLand(
  surface: Surface,
  setting: Setting,
): { ridge: Ridge; colour: Colour } {
  const { pen, width, u } = surface
  const { place, random } = setting
  if (place === 'room') return paintRoom(surface, setting)
  if (place === 'street' || place === 'city') return paintStreet(surface, setting)
  if (place === 'moon') return paintMoonGround(surface, setting)
  const source = random.fork('near')
  const colour = shift(landAt(setting, 0), { l: -0.03 })
  const base = isWet(setting) && place !== 'beach' ? 1.0 : 0.98
  const shape: Shape = place === 'desert' ? 'dunes' : 'rolling'
  const rise = place === 'beach' ? 0.22 : isWet(setting) ? 0.14 : 0.16
  const tall = (['lighthouse', 'castle', 'windmill'] as const).some((name) => has(setting, name))
  const ridge = shapeRidge(surface, source, {
    shape,
    base,
    rise,
    busy: 1.6,
    ...(tall
      ? {
          headland: {
            x: setting.lightX < 0.5 ? 0.78 : 0.22,
            rise: isWet(setting) ? 0.24 : 0.12,
            spread: 0.24,
          },
        }
      : {}),
  })
  fillRidge(surface, ridge, colour, mix(colour, setting.palette.near, 0.7), 1)
  shadeGround(surface, ridge, mix(colour, setting.palette.light, 0.12), source.fork('shade'), 0.35)
  if (['desert', 'beach', 'underwater', 'tropics'].includes(place))
    return { ridge, colour: mix(colour, setting.palette.near, 0.75) }
  const line = (x: number) => ridge.at(x)
  const winter = setting.season === 'winter'
  if (!winter)
    paintGrass(pen, line, width, u, colour, source.fork('grass'), place === 'meadow' ? 1.5 : 0.9)
  if (place === 'forest' || place === 'mountains' || place === 'snowfield' || place === 'lake') {
    pen.fillStyle = css(mix(colour, setting.palette.near, 0.8))
    pen.beginPath()
    const trees = source.fork('pines')
    for (let i = 0; i < (place === 'forest' ? 22 : 13); i++) {
      // Keep the middle of the picture free.
      const side = trees.chance(0.5) ? trees.between(-0.02, 0.28) : trees.between(0.72, 1.02)
      const edge = Math.abs(side - 0.5) * 2
      const size = u * (110 + 250 * edge ** 2) * trees.between(0.6, 1.15)
      tracePine(pen, side * width, ridge.at(side * width) + u * 8, size, trees)
    }
    pen.fill()
  }
  const flowers = has(setting, 'flower')
  if (
    flowers ||
    (place === 'meadow' && !winter && (setting.season === 'spring' || setting.time === 'day'))
  ) {
    const blooms = source.fork('blooms')
    const own = flowers?.colour ?? setting.palette.accent
    const choice = flowers
      ? [own, shift(own, { h: 18, l: 0.06 }), mix(own, white, 0.5)]
      : [own, hex('#f4d35e'), hex('#f7f0e3')]
    for (let i = 0; i < (flowers ? 150 : 70); i++) {
      const t = blooms.next()
      const x = blooms.next() * width
      const dim = setting.time === 'night' ? 0.5 : setting.time === 'dusk' ? 0.35 : 0.05
      paintBloom(
        pen,
        x,
        ridge.at(x) - u * 8 + t * (surface.height - ridge.at(x)),
        u * (5 + 15 * t ** 1.6),
        mix(blooms.pick(choice), colour, dim),
        blooms,
      )
    }
  }
  return { ridge, colour: mix(colour, setting.palette.near, 0.8) }
}
