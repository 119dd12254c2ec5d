import { addGrain, addVignette } from '../drawing/finish.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Surface } from '../drawing/surface.ts'
import type { Group } from '../figures/placed.ts'
import {
  castAfloat,
  castAloft,
  castGroups,
  groupsOf,
  type Zone,
  zoneOf,
} from '../scenery/cast-figures.ts'
import { castLand } from '../scenery/cast-land.ts'
import { castSky } from '../scenery/cast-sky.ts'
import { paintFireworks } from '../scenery/fireworks.ts'
import type { Ridge } from '../scenery/land.ts'
import { paintNearLand } from '../scenery/near-land.ts'
import { paintPlace } from '../scenery/places.ts'
import { chooseSetting, has, isWet, type Setting } from '../scenery/setting.ts'
import { paintClouds, paintDisc, paintMilkyWay, paintSky, paintStars } from '../scenery/sky.ts'
import { paintWater } from '../scenery/water.ts'
import {
  paintAurora,
  paintLightning,
  paintRain,
  paintRainbow,
  paintSnowfall,
} from '../scenery/weather.ts'

/** An outdoor view: sky, distance, the prompt's place, near land. */
export function paintLandscape(surface: Surface, reading: Reading, random: Random): void {
  const setting = chooseSetting(reading, random)
  paintScene(surface, setting)
  addVignette(surface, 0.28)
  addGrain(surface, random.fork('grain'), 0.16)
}

export function paintScene(surface: Surface, setting: Setting, fall = true): void {
  const { time, weather } = setting
  const groups = groupsOf(setting)
  const inZone = (zone: Zone) => groups.filter((group) => zoneOf(group, isWet(setting)) === zone)
  const dark = time === 'night' || time === 'dusk'
  paintSky(surface, setting)
  const starry = dark && weather !== 'storm' && weather !== 'rain'
  if (starry) paintStars(surface, setting, time === 'night' ? 1 : 0.35)
  if (
    time === 'night' &&
    starry &&
    (has(setting, 'stars') || setting.random.fork('way').chance(0.35))
  ) {
    paintMilkyWay(surface, setting)
  }
  if (weather === 'aurora') paintAurora(surface, setting)
  if (weather === 'rainbow') paintRainbow(surface, setting)
  paintDisc(surface, setting)
  if (weather !== 'aurora') paintClouds(surface, setting)
  if (weather === 'storm') paintLightning(surface, setting)
  if (has(setting, 'fireworks')) paintFireworks(surface, setting)
  paintPlace(surface, setting)
  castSky(surface, setting)
  castAloft(surface, setting, inZone('air'))
  if (isWet(setting)) {
    const shore = setting.horizon + (setting.place === 'lake' ? 0.02 : 0)
    const rough =
      setting.place === 'lake' ? 0.18 : weather === 'storm' ? 1 : has(setting, 'wave') ? 0.95 : 0.5
    paintWater(surface, setting, shore, rough)
    castAfloat(surface, setting, inZone('water'), shore)
  }
  // Weather is outside of a room, whose walls come next.
  if (setting.place === 'room') paintFall(surface, setting)
  const near = paintNearLand(surface, setting)
  castLand(surface, setting, near.ridge, near.colour)
  castOnGround(surface, setting, inZone('back'), inZone('ground'), near.ridge)
  if (fall && setting.place !== 'room') paintFall(surface, setting)
}

/** Rain or snow before everything. */
export function paintFall(surface: Surface, setting: Setting): void {
  const { weather } = setting
  if (weather === 'rain' || weather === 'storm') paintRain(surface, setting)
  if (weather === 'snow') paintSnowfall(surface, setting)
}

/** The groups of `back` stand far away, and aside where there is a `front`; the groups of `front` stand near. */
function castOnGround(
  surface: Surface,
  setting: Setting,
  back: Group[],
  front: Group[],
  ridge: Ridge,
): void {
  const { width, height } = surface
  const at = (x: number) => ridge.at(x * width) / height
  const side = setting.lightX < 0.5 ? 0.7 : 0.3
  if (back.length > 0) {
    const middle = front.length > 0 ? side : 0.5
    castGroups(surface, setting, back, {
      middle,
      width: front.length > 0 ? 0.6 : 0.84,
      height: 0.5,
      y: at(middle) + 0.02,
    })
  }
  if (front.length === 0) return
  const lowest = Math.max(at(0.3), at(0.5), at(0.7))
  const tabletop = setting.place === 'room'
  // Figures are drawn smaller beside a house or tower than before empty land.
  const towers = (['house', 'castle', 'lighthouse', 'windmill'] as const).filter((name) =>
    has(setting, name),
  )
  // A house or tower alone stands at one side, so that figures keep to the other.
  const beside = towers.length === 1 && back.length === 0
  const middle =
    back.length > 0 ? 1 - side + (side - 0.5) * 0.3 : beside ? (side > 0.5 ? 0.36 : 0.64) : 0.5
  castGroups(surface, setting, front, {
    middle,
    width: beside ? 0.6 : 0.84,
    height: tabletop ? 0.42 : towers.length > 0 ? 0.22 : 0.43,
    y: Math.min(0.955, lowest + (tabletop ? 0.12 : 0.045)),
  })
}
