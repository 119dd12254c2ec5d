import { type Colour, css, mix, white } from '../drawing/colour.ts'
import type { Surface } from '../drawing/surface.ts'
import { fillRidge, paintRelief, type Ridge, type Shape, shadeGround, shapeRidge } from './land.ts'
import { landAt } from './land-colour.ts'
import { leafColour, tracePine } from './plants.ts'
import { isWet, type Setting } from './setting.ts'
import { paintMist } from './weather.ts'

/** Paints peaks, hills, dunes or mesas, one layer before the other. */
export function paintRange(
  surface: Surface,
  setting: Setting,
  shape: Shape,
  layers: number,
  base: number,
  rise: number,
): void {
  const { palette, random, lightX } = setting
  const rocky = shape === 'peaks' || shape === 'mesas'
  for (let i = 0; i < layers; i++) {
    const near = layers === 1 ? 0.35 : i / (layers - 1)
    const source = random.fork(`${shape} ${i}`)
    const distance = rocky ? 0.92 - 0.42 * near : 0.72 - 0.5 * near
    const foot = base - (layers - 1 - i) * (rocky ? 0.004 : 0.045)
    const ridge = shapeRidge(surface, source, {
      shape,
      base: foot,
      rise: rise * (rocky ? 1 - 0.3 * near : 1),
      busy:
        (shape === 'peaks' ? 3.4 : shape === 'dunes' ? 2.2 : shape === 'mesas' ? 3.2 : 2.4) +
        near * 1.2,
    })
    const crest = landAt(setting, distance)
    const haze = mix(palette.far, palette.sky[3], 0.55)
    fillRidge(surface, ridge, crest, mix(crest, haze, rocky ? 0.75 : 0.3), foot + 0.05)
    const snowy =
      shape === 'peaks' && (setting.season === 'winter' || setting.place !== 'forest') && rise > 0.2
    const lit = mix(crest, palette.light, setting.time === 'night' ? 0.16 : 0.36)
    const shade = mix(crest, mix(palette.sky[0], palette.near, 0.5), 0.45)
    if (rocky || shape === 'dunes') {
      paintRelief(surface, ridge, source.fork('relief'), {
        lit,
        shade,
        side: lightX < 0.5 ? 1 : -1,
        strength: rocky ? 0.72 : 0.5,
        footAt: foot + 0.03,
        grain: shape === 'dunes' ? 2.2 : 6.5,
        ...(snowy
          ? {
              cap: {
                colour: mix(mix(white, palette.light, 0.35), palette.far, 0.12 + 0.4 * (1 - near)),
                shade: mix(mix(palette.sky[1], white, 0.25), palette.far, 0.3),
                depth: setting.season === 'winter' ? 0.4 : 0.17,
              },
            }
          : {}),
      })
    }
    if (shape === 'rolling') paintHillDetail(surface, setting, ridge, crest, near, i)
    const misty = setting.weather === 'mist' ? 0.8 : 0.34
    if (!isWet(setting) || i < layers - 1)
      paintMist(surface, setting, foot - 0.005 * i, 0.07, misty)
  }
}

/** Rows of crops, hedges and far trees, so that a hill does not look like a wave. */
function paintHillDetail(
  surface: Surface,
  setting: Setting,
  ridge: Ridge,
  crest: Colour,
  near: number,
  layer: number,
): void {
  const { pen, width, u } = surface
  const random = setting.random.fork(`hill ${layer}`)
  shadeGround(surface, ridge, mix(crest, setting.palette.light, 0.3), random, 0.3)
  if (setting.place !== 'meadow' && setting.place !== 'mountains') return
  const shade = mix(crest, setting.palette.near, 0.5)
  const clumps = random.int(2, 5)
  for (let i = 0; i < clumps; i++) {
    const x0 = random.next() * width
    pen.fillStyle = css(
      setting.place === 'meadow' && setting.season !== 'summer'
        ? mix(leafColour(setting, shade), crest, 0.45)
        : shade,
    )
    const many = random.int(3, 14)
    for (let k = 0; k < many; k++) {
      const x = x0 + random.bell() * u * 90
      const size = u * (5 + 11 * near) * random.between(0.7, 1.3)
      pen.beginPath()
      if (setting.place === 'mountains') tracePine(pen, x, ridge.at(x) + u * 3, size * 3.4, random)
      else pen.ellipse(x, ridge.at(x) - size * 0.4, size * 0.8, size, 0, 0, Math.PI * 2)
      pen.fill()
    }
  }
}
