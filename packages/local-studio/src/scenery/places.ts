import { css, mix } from '../drawing/colour.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import { paintSkyline } from './buildings.ts'
import { fillRidge, shapeRidge } from './land.ts'
import { landAt } from './land-colour.ts'
import { paintMoonHills } from './moonscape.ts'
import { tracePine } from './plants.ts'
import { paintRange } from './ranges.ts'
import { has, type Setting } from './setting.ts'
import { paintDeep } from './underwater.ts'
import { paintMist } from './weather.ts'

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
