import type { Member } from '../drawing/read-cast.ts'
import { shapeOf } from './draw-figure.ts'

/** A figure in a group, in units of a grown person's three quarters, its feet's middle at x. */
export interface Placed {
  member: Member
  x: number
  y: number
  height: number
  width: number
  mirrored: boolean
  /** A person on a seat; the person's legs are then drawn from the front. */
  seated?: boolean
  /** Low is drawn first. */
  order: number
}

export interface Group {
  placed: Placed[]
  left: number
  right: number
  top: number
  root: Member
}

/** Sizes as an illustrator would give: a cup is not lost beside an elephant. */
export const displayed = ({ metres, size }: Member) => Math.max(0.09, metres) ** 0.55 * size

/** One figure at the start of its group. */
export function placeOne(member: Member, height = displayed(member)): Placed {
  const width = height * shapeOf(member.name).aspect
  return { member, x: 0, y: 0, height, width, mirrored: false, order: 0 }
}

/** As many figures as the member counts, side by side. */
export function placeRow(member: Member, from: number): Placed[] {
  const made: Placed[] = []
  let x = from
  for (let i = 0; i < member.count; i++) {
    const placed = placeOne(member, displayed(member) * (1 - (i % 3) * 0.07))
    placed.x = x + placed.width / 2
    placed.y = 0
    placed.order = i % 2 ? -0.2 : 0
    placed.mirrored = i % 3 === 2
    x += placed.width * 1.02 + 0.03
    made.push(placed)
  }
  return made
}

export interface Span {
  middle: number
  width: number
  tall: number
}

export function spanOf(figures: readonly Placed[]): Span {
  const left = Math.min(...figures.map((placed) => placed.x - placed.width / 2))
  const end = Math.max(...figures.map((placed) => placed.x + placed.width / 2))
  return {
    middle: (left + end) / 2,
    width: end - left,
    tall: Math.max(...figures.map((placed) => placed.y + placed.height)),
  }
}
