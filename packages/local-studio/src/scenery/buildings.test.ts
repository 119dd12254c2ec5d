import { expect, test } from 'vitest'
import { hex } from '../drawing/colour.ts'
import { createRandom } from '../drawing/random.ts'
import { createSurface } from '../drawing/surface.ts'
import { paintSkyline } from './buildings.ts'

/** Where each house begins and how wide it is. */
function housesIn(height: number): string[] {
  const surface = createSurface(600, height)
  const houses: string[] = []
  const fill = surface.pen.fillRect.bind(surface.pen)
  surface.pen.fillRect = (x, y, wide, tall) => {
    // Walls alone reach the picture's lower edge.
    if (Math.abs(y + tall - height) < 1e-6) houses.push(`${x.toFixed(3)} ${wide.toFixed(3)}`)
    fill(x, y, wide, tall)
  }
  const [wall, foot, window] = [hex('#446'), hex('#668'), hex('#fea')]
  const look = { wall, foot, window, awake: 0.5, grain: 44, base: 0.8, rise: 0.5 }
  paintSkyline(surface, createRandom('a city'), look)
  return houses
}

test('the houses of a skyline are the same in a picture that is a hair taller', () => {
  const houses = housesIn(800)
  expect(houses.length).toBeGreaterThan(8)
  for (const taller of [1, 2, 3, 5, 8]) expect(housesIn(800 + taller)).toEqual(houses)
})
