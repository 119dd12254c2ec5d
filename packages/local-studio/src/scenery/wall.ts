import type { Colour } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import type { Room } from './room-named.ts'

/** The wall of a room, as its painters find it. */
export interface Wall {
  room: Room
  floorAt: number
  /** The edges of the half that has no window. */
  left: number
  right: number
  colour: Colour
  wood: Colour
  /** How much of the room's shade lies on bright things. */
  dim: (colour: Colour) => Colour
  random: Random
}
