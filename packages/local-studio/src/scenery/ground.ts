import type { Colour } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import type { Setting } from './setting.ts'

/** The nearest land, on which a scene's figures stand. */
export interface Ground {
  setting: Setting
  shade: Colour
  /** One source of random numbers for all figures, which take their numbers in a fixed order. */
  random: Random
  /** A place beside the light, as a share of the width. */
  away: number
  /** Height of the land at a share of the width, and how deep a figure sinks into the land. */
  at: (x: number, sink?: number) => number
}
