import { type Colour, hex, mix, shift } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'

export interface Inks {
  paper: Colour
  ink: Colour
  first: Colour
  second: Colour
}

const INKS = [
  ['#f3e9d7', '#1c1b22', '#e4572e', '#f2b134'],
  ['#f6efe2', '#14213d', '#d7263d', '#2a9d8f'],
  ['#11172b', '#f6ead2', '#ff6f3c', '#3ddbd9'],
  ['#f4d7b5', '#2b1b3d', '#c8354b', '#2e6f95'],
  ['#e9f0e4', '#16302b', '#ee6c4d', '#e9c46a'],
  ['#2a1436', '#ffe9d6', '#ff4f79', '#ffb84d'],
  ['#dfe7ee', '#101820', '#2667d8', '#ff7f50'],
] as const

/** Inks of one printer, changed to the colours that the words name and to their mood. */
export function chooseInks(reading: Reading, random: Random): Inks {
  const [paper, ink, first, second] = random.fork('inks').pick(INKS).map(hex) as [
    Colour,
    Colour,
    Colour,
    Colour,
  ]
  const dark = reading.time === 'night' || reading.mood === 'dark' || reading.mood === 'bold'
  const [a, b] = reading.colours
  const inks = {
    paper,
    ink,
    first: a ?? first,
    second: b ?? (a ? shift(a, { h: 48, l: a.l > 0.6 ? -0.2 : 0.2 }) : second),
  }
  if (a && Math.abs(a.l - paper.l) < 0.22) inks.paper = a.l > 0.5 ? hex('#14161f') : hex('#f4ecdd')
  if (dark && inks.paper.l > 0.5) inks.paper = mix(hex('#12131c'), inks.first, 0.1)
  inks.ink =
    inks.paper.l > 0.5 ? (ink.l < 0.5 ? ink : hex('#17161c')) : ink.l > 0.5 ? ink : hex('#f6ead8')
  return inks
}
