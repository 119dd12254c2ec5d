import { type Colour, hex, mix } from '../drawing/colour.ts'
import type { Setting } from './setting.ts'

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
export function landAt(setting: Setting, distance: number): Colour {
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
