import { brush } from '../drawing/brushwork.ts'
import { addGrain } from '../drawing/finish.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import { createSurface, type Surface } from '../drawing/surface.ts'
import { chooseSetting } from '../scenery/setting.ts'
import { paintFall, paintScene } from './landscape.ts'

/** The same view as a landscape, painted in three layers of brush strokes. */
export function paintPainterly(surface: Surface, reading: Reading, random: Random): void {
  const under = createSurface(surface.width, surface.height, surface.scale)
  const setting = chooseSetting(reading, random)
  const weather = setting.weather === 'clear' ? 'cloudy' : setting.weather
  paintScene(under, { ...setting, weather }, false)
  brush(surface, under.canvas, random.fork('brush'), {
    flow: 0.25,
    swirl: 0.9,
    stray: 0.8,
    layers: [
      { size: 36, long: 3.5, cover: 1.4, alpha: 0.92, detail: 0 },
      { size: 17, long: 4.5, cover: 1.5, alpha: 0.88, detail: 0 },
      { size: 8, long: 5, cover: 1.5, alpha: 0.9, detail: 0.03 },
      { size: 3.4, long: 6, cover: 1.3, alpha: 0.95, detail: 0.12 },
    ],
  })
  // The brush is broader than a flake or a drop.
  if (setting.place !== 'room') paintFall(surface, setting)
  addGrain(surface, random.fork('grain'), 0.2)
}
