import type { Surface } from '../drawing/surface.ts'
import type { Room } from './room-named.ts'
import type { Wall } from './wall.ts'
import {
  paintBars,
  paintBeams,
  paintCounter,
  paintGoods,
  paintHay,
  paintLamps,
} from './wall-fittings.ts'
import {
  paintCurtains,
  paintDoors,
  paintFloorTiles,
  paintPlanks,
  paintTiles,
} from './wall-linings.ts'

/** A room without a window to the sky. */
export const isClosed = (room: Room) => ['theatre', 'disco', 'lift'].includes(room)

/** What is built into a room's wall and floor, before its furniture. */
export function paintWall(surface: Surface, wall: Wall): void {
  const { room, floorAt } = wall
  if (room === 'bathroom') paintTiles(surface, wall, 0, floorAt)
  if (room === 'kitchen') {
    paintTiles(surface, wall, floorAt * 0.5, floorAt)
    paintCounter(surface, wall, 0.27, '#e9e2d2')
  }
  if (room === 'bathroom' || room === 'kitchen' || room === 'shop') paintFloorTiles(surface, wall)
  if (room === 'cafe') {
    paintLamps(surface, wall)
    paintCounter(surface, wall, 0.36, '#7a4a2c')
  }
  if (room === 'stable' || room === 'attic') paintPlanks(surface, wall)
  if (room === 'stable') paintHay(surface, wall)
  if (room === 'theatre') paintCurtains(surface, wall)
  if (room === 'gym') paintBars(surface, wall)
  if (room === 'shop') paintGoods(surface, wall)
  if (room === 'disco') paintBeams(surface, wall)
  if (room === 'lift') paintDoors(surface, wall)
}
