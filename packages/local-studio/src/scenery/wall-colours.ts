import { hex } from '../drawing/colour.ts'
import type { Room } from './room-named.ts'

const WALL_OF: Partial<Record<Room, string>> = {
  kitchen: '#d9d6b8',
  bedroom: '#b9a9c4',
  bathroom: '#a9cdd6',
  library: '#8a6f58',
  cafe: '#b98a66',
  classroom: '#d3cfa6',
  workshop: '#9a9488',
  stable: '#8a6239',
  theatre: '#3a1f2a',
  gym: '#b8c3cc',
  shop: '#d8dee0',
  office: '#b7c2c9',
  salon: '#c9b3bd',
  gallery: '#eceae4',
  attic: '#a8825c',
  disco: '#352a5c',
  lift: '#a3abb5',
}

const FLOOR_OF: Partial<Record<Room, string>> = {
  bathroom: '#8fb3bd',
  kitchen: '#b9a58a',
  stable: '#c9a24e',
  theatre: '#7a4a2c',
  gym: '#c98f52',
  shop: '#c3c8c9',
  office: '#6f7c88',
  disco: '#4a3a7a',
  lift: '#6b7078',
  workshop: '#7f7b75',
}

export const wallOf = (room: Room) => {
  const code = WALL_OF[room]
  return code ? hex(code) : undefined
}

export const floorOf = (room: Room) => {
  const code = FLOOR_OF[room]
  return code ? hex(code) : undefined
}
