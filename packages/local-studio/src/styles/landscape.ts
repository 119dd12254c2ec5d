import { addGrain, addVignette } from '../drawing/finish.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Surface } from '../drawing/surface.ts'
import { castLand } from '../scenery/cast-land.ts'
import { castSky } from '../scenery/cast-sky.ts'
import { castWater } from '../scenery/cast-water.ts'
import { paintNearLand, paintPlace } from '../scenery/places.ts'
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

export function paintScene(surface: Surface, setting: Setting): void {
  const { time, weather } = setting
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
  paintPlace(surface, setting)
  castSky(surface, setting)
  if (isWet(setting)) {
    const shore = setting.horizon + (setting.place === 'lake' ? 0.02 : 0)
    const rough =
      setting.place === 'lake' ? 0.18 : weather === 'storm' ? 1 : has(setting, 'wave') ? 0.95 : 0.5
    paintWater(surface, setting, shore, rough)
    castWater(surface, setting, shore)
  }
  const near = paintNearLand(surface, setting)
  castLand(surface, setting, near.ridge, near.colour)
  if (weather === 'rain' || weather === 'storm') paintRain(surface, setting)
  if (weather === 'snow') paintSnowfall(surface, setting)
}
