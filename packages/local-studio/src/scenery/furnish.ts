import type { Surface } from '../drawing/surface.ts'
import { drawFigure } from '../figures/draw-figure.ts'
import { sceneHand } from './cast-figures.ts'
import type { Room } from './room-named.ts'
import type { Setting } from './setting.ts'

/**
 * A figure; its middle, from 0 at the picture's middle to 1 at the outer edge of the free half; its
 * height and how high it hangs, as shares of the wall.
 */
type Piece = [name: string, x: number, height: number, lift?: number]

/** The furniture that stands at a room's wall beside the window, and what hangs there. */
const PIECES: Partial<Record<Room, Piece[]>> = {
  living: [
    ['sofa-by-hand', 0.5, 0.3],
    ['framed-picture', 0.5, 0.2, 0.55],
    ['table-lamp-by-hand', 0.92, 0.36],
  ],
  kitchen: [
    ['fridge-by-hand', 0.9, 0.62],
    ['stove-by-hand', 0.58, 0.38],
    ['cooking-pot-by-hand', 0.3, 0.1, 0.275],
    ['kettle-by-hand', 0.12, 0.1, 0.275],
  ],
  bedroom: [
    ['bed', 0.72, 0.46],
    ['wardrobe-by-hand', 0.2, 0.6],
    ['framed-picture', 0.72, 0.17, 0.62],
  ],
  bathroom: [
    ['bathtub', 0.68, 0.42],
    ['sink-by-hand', 0.2, 0.36],
    ['mirror', 0.2, 0.24, 0.46],
  ],
  library: [
    ['bookshelf-by-hand', 0.14, 0.74],
    ['bookshelf-by-hand', 0.5, 0.74],
    ['bookshelf-by-hand', 0.86, 0.74],
  ],
  cafe: [
    ['blackboard-by-hand', 0.5, 0.2, 0.66],
    ['croissant', 0.2, 0.09, 0.36],
    ['hot-beverage', 0.44, 0.1, 0.36],
    ['cupcake', 0.66, 0.1, 0.36],
    ['teapot', 0.86, 0.11, 0.36],
  ],
  classroom: [
    ['blackboard-by-hand', 0.45, 0.36, 0.42],
    ['table-by-hand', 0.3, 0.22],
    ['table-by-hand', 0.68, 0.22],
    ['globe-showing-europe-africa', 0.94, 0.15, 0.3],
    ['books', 0.3, 0.09, 0.21],
  ],
  workshop: [
    ['table-by-hand', 0.62, 0.3],
    ['hammer', 0.16, 0.13, 0.6],
    ['wrench', 0.38, 0.13, 0.6],
    ['screwdriver', 0.6, 0.13, 0.6],
    ['toolbox', 0.66, 0.12, 0.29],
  ],
  gym: [
    ['basketball', 0.16, 0.1],
    ['goal-net', 0.6, 0.34],
    ['trophy', 0.94, 0.14],
  ],
  shop: [],
  office: [
    ['table-by-hand', 0.4, 0.28],
    ['desktop-computer', 0.4, 0.17, 0.27],
    ['file-cabinet', 0.86, 0.42],
  ],
  salon: [
    ['mirror', 0.24, 0.28, 0.44],
    ['mirror', 0.72, 0.28, 0.44],
    ['chair', 0.24, 0.36],
    ['chair', 0.72, 0.36],
    ['barber-pole', 0.97, 0.36, 0.4],
  ],
  gallery: [
    ['framed-picture', 0.16, 0.26, 0.42],
    ['framed-picture', 0.5, 0.34, 0.4],
    ['framed-picture', 0.84, 0.26, 0.42],
  ],
  attic: [
    ['chest-by-hand', 0.3, 0.24],
    ['package', 0.62, 0.2],
    ['package', 0.82, 0.28],
  ],
  disco: [['mirror-ball', 0.5, 0.26, 0.68]],
}

/** Furniture behind the scene's figures, on the side where the wall has no window. */
export function furnish(
  surface: Surface,
  setting: Setting,
  wall: { floorAt: number; left: number; right: number; outwards: 1 | -1 },
): void {
  const { floorAt, left, right, outwards } = wall
  const wide = right - left
  // In a tall picture the free half is narrow, and its furniture smaller.
  const tall = Math.min(floorAt, wide * 1.05)
  const present = new Set(setting.cast.map(({ name }) => name))
  for (const [name, x, height, lift = 0] of PIECES[setting.room] ?? []) {
    if (present.has(name)) continue
    const at = outwards > 0 ? left + wide * x : right - wide * x
    drawFigure(
      surface.pen,
      name,
      {
        x: at,
        y: floorAt + (lift === 0 ? surface.height * 0.012 : -tall * lift),
        height: tall * height,
      },
      sceneHand(setting, at / surface.width),
    )
  }
}
