import { type Colour, hex, mix, shift } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'

export interface Garden {
  paper: Colour
  stem: Colour
  leaves: Colour[]
  petals: Colour[]
  heart: Colour
}

const GARDENS = [
  ['#f6efe1', '#2f4a3a', '#4f7355 #7c9a6a #2f5947', '#e0605a #f2a07b #f6d1b5', '#f2b134'],
  ['#f3e6dc', '#3f4a3c', '#6a7f5a #92a17a #46604e', '#b5476d #e58aa3 #f7d0d2', '#e8b04a'],
  ['#1d2b2a', '#8fae8b', '#3f6b58 #6d9a78 #2c5049', '#f2c14e #f78154 #fbe3b0', '#d1495b'],
  ['#eef0e6', '#33483f', '#59816b #a3b899 #3c5f55', '#4a6fa5 #8fb1d9 #dfe6f0', '#f4c95d'],
  ['#241c36', '#9a92b5', '#4e4a7a #7c74a6 #3a3560', '#f28fb1 #c86bd0 #ffd6e0', '#ffd166'],
] as const

/** Figures that a light paper would swallow. */
const PALE = new Set(['dandelion-by-hand', 'daisy-by-hand'])

/** Colours of one plate, changed to the colours, the season and the hour that the words name. */
export function plantGarden(reading: Reading, random: Random): Garden {
  const set = GARDENS.filter(([paper]) =>
    reading.time === 'night' || reading.mood === 'dark' ? hex(paper).l < 0.5 : true,
  )
  const [paper, stem, leaves, petals, heart] = random.fork('garden').pick(set)
  const garden: Garden = {
    paper: hex(paper),
    stem: hex(stem),
    leaves: leaves.split(' ').map(hex),
    petals: petals.split(' ').map(hex),
    heart: hex(heart),
  }
  const ofFlowers = reading.wishes.flatMap(({ colour }) => colour ?? [])
  const wanted = [...ofFlowers, ...reading.colours].filter(
    (colour) => colour.h < 95 || colour.h > 170 || colour.c < 0.03,
  )
  const [first, second] = wanted
  if (first)
    garden.petals = [
      first,
      second ?? shift(first, { h: 16, l: 0.1 }),
      mix(first, hex('#fff3e4'), 0.6),
    ]
  if (reading.season === 'autumn') garden.leaves = ['#a4582c', '#c98a3a', '#6f4a2a'].map(hex)
  const white = reading.cast.some(({ name }) => PALE.has(name))
  const air = white || garden.petals.every((colour) => Math.abs(colour.l - garden.paper.l) < 0.16)
  if (air) garden.paper = hex('#20302c')
  return garden
}
