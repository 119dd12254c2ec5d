import { type Colour, css, hex, mix, shift, white } from '../drawing/colour.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import { paintSkyline } from './buildings.ts'
import { fillRidge, paintRelief, type Ridge, type Shape, shadeGround, shapeRidge } from './land.ts'
import { paintMoonGround, paintMoonHills } from './moonscape.ts'
import { leafColour, paintBloom, paintGrass, tracePine } from './plants.ts'
import { paintRoom } from './room.ts'
import { has, isWet, type Setting } from './setting.ts'
import { paintStreet } from './street.ts'
import { paintDeep } from './underwater.ts'
import { paintMist } from './weather.ts'

/** The land's colour by place and season, before haze and time of day. */
function groundOf(setting: Setting): Colour {
  if (setting.place === 'snowfield' || setting.season === 'winter') return hex('#dfe9f2')
  const byPlace: Partial<Record<Setting['place'], string>> = {
    desert: '#c4673a',
    meadow: '#6d8f3c',
    forest: '#2d5a43',
    city: '#3b4256',
    sea: '#4a5a58',
    beach: '#e3c896',
    tropics: '#e0c48f',
    underwater: '#c9b183',
    street: '#4a4e5c',
  }
  if (setting.place === 'meadow' && setting.season === 'autumn') return hex('#b5832f')
  return hex(byPlace[setting.place] ?? '#4b5d5a')
}

/** Colour of land at a distance from 0 (nearest) to 1 (almost the air's colour). */
function landAt(setting: Setting, distance: number): Colour {
  const { palette, time } = setting
  const own = groundOf(setting)
  const sandy = ['beach', 'tropics', 'underwater', 'desert'].includes(setting.place) ? 0.2 : 0
  const share =
    sandy + { dawn: 0.3, day: 0.62, golden: 0.42, sunset: 0.24, dusk: 0.16, night: 0.1 }[time]
  const snowy = setting.season === 'winter' || setting.place === 'snowfield'
  const near = mix(palette.near, own, snowy ? share + 0.5 : share)
  // Snow is white from afar too.
  return mix(near, palette.far, snowy ? 0.75 * distance ** 0.8 : distance ** 0.8)
}

/** Draws everything between the sky and the near land or the water. */
export function paintPlace(surface: Surface, setting: Setting): void {
  const { place, horizon, random } = setting
  if (place === 'moon') return paintMoonHills(surface, setting)
  if (place === 'underwater') return paintDeep(surface, setting)
  if (place === 'city' || place === 'street') return paintCity(surface, setting)
  if (place === 'desert') {
    paintRange(surface, setting, 'mesas', 2, horizon + 0.02, 0.17)
    return paintRange(surface, setting, 'dunes', 3, horizon + 0.11, 0.15)
  }
  if (place === 'mountains' || place === 'lake' || place === 'snowfield') {
    paintRange(
      surface,
      setting,
      'peaks',
      3,
      horizon + 0.03,
      random.fork('rise').between(0.34, 0.46),
    )
    if (place !== 'lake') paintRange(surface, setting, 'rolling', 2, horizon + 0.14, 0.12)
    else paintTreeline(surface, setting, horizon + 0.015, 0.5, 34)
    return
  }
  if (place === 'sea' || place === 'tropics' || place === 'beach') {
    if (has(setting, 'mountain') || random.fork('isle').chance(0.6))
      paintRange(surface, setting, 'peaks', 1, horizon + 0.012, 0.09)
    return
  }
  if (place === 'forest') {
    paintRange(surface, setting, 'peaks', 1, horizon + 0.02, 0.22)
    for (const [i, depth] of [0.78, 0.58, 0.38].entries()) {
      paintTreeline(surface, setting, horizon + 0.03 + i * 0.075, depth, 90 + i * 50)
      paintMist(
        surface,
        setting,
        horizon + 0.07 + i * 0.075,
        0.09,
        setting.weather === 'mist' ? 0.75 : 0.42,
      )
    }
    return
  }
  paintRange(surface, setting, 'peaks', 1, horizon, 0.14)
  paintRange(surface, setting, 'rolling', 4, horizon + 0.14, 0.13)
}

function paintRange(
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

function paintTreeline(
  surface: Surface,
  setting: Setting,
  base: number,
  distance: number,
  size: number,
): void {
  const { pen, width, u } = surface
  const random = setting.random.fork(`treeline ${base}`)
  const colour = landAt(setting, distance)
  const ridge = shapeRidge(surface, random, { shape: 'rolling', base, rise: 0.05, busy: 3 })
  fillRidge(surface, ridge, colour, mix(colour, setting.palette.far, 0.3), base + 0.12)
  pen.fillStyle = css(colour)
  pen.beginPath()
  for (let x = -u * 20; x < width + u * 20; x += u * size * random.between(0.1, 0.3)) {
    tracePine(pen, x, ridge.at(x) + u * 6, u * size * random.between(0.55, 1.25), random)
  }
  pen.fill()
}

function paintCity(surface: Surface, setting: Setting): void {
  const { palette, time, horizon, random } = setting
  const awake = { dawn: 0.12, day: 0, golden: 0.1, sunset: 0.26, dusk: 0.42, night: 0.5 }[time]
  for (let i = 0; i < 4; i++) {
    const distance = 0.82 - i * 0.2
    const wall = landAt(setting, distance)
    paintSkyline(surface, random.fork(`street ${i}`), {
      base: horizon + 0.04 + i * 0.055,
      rise: 0.42 - i * 0.055,
      wall,
      foot: mix(wall, palette.far, 0.5),
      window: mix(palette.accent, palette.light, 0.3),
      awake: i === 0 ? awake * 0.5 : awake,
      grain: 44 + i * 22,
    })
    paintMist(
      surface,
      setting,
      horizon + 0.07 + i * 0.055,
      0.07,
      setting.weather === 'mist' ? 0.7 : 0.3,
    )
    if (awake > 0.2) {
      const x = random.fork(`glow ${i}`).between(0.15, 0.85) * surface.width
      glow(surface.pen, x, surface.height * (horizon + 0.1), surface.u * 460, palette.accent, 0.34)
    }
  }
}

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
