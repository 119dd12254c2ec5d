import type { Subject } from '../drawing/lexicon.ts'
import type { Member } from '../drawing/read-cast.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Pen } from '../drawing/surface.ts'
import { arrange } from './arrange.ts'
import { drawFigure, type Hand } from './draw-figure.ts'
import type { Group } from './placed.ts'
import { SIGN_BY_WORD } from './signs-by-word.ts'

export const hasSign = (subject: Subject) => SIGN_BY_WORD[subject] !== undefined

/** Everything that the words name and a sign can show, for styles that paint no landscape. */
export function signsOf({ cast, wishes }: Reading): Member[] {
  const signs = wishes.flatMap(({ subject, count, colour }): Member[] => {
    const name = SIGN_BY_WORD[subject]
    if (!name) return []
    return [
      {
        name,
        kind: 'thing',
        metres: 1,
        size: 1,
        count: Math.min(3, count),
        ...(colour ? { colour } : {}),
      },
    ]
  })
  return [...cast, ...signs]
}

export interface Box {
  x: number
  /** The feet. */
  y: number
  width: number
  height: number
}

/** Draws the figures as one group, as large as the box allows, in the middle of the box. */
export function drawEnsemble(pen: Pen, members: readonly Member[], box: Box, hand: Hand): void {
  const groups = arrange(members)
  const gap = 0.14
  const total = groups.reduce((sum, { left, right }) => sum + right - left + gap, -gap)
  const highest = Math.max(...groups.map(({ top }) => top))
  const unit = Math.min(box.width / total, box.height / highest)
  let x = box.x - (total * unit) / 2
  for (const group of groups) {
    drawSign(pen, group, x - group.left * unit, box.y, unit, hand)
    x += (group.right - group.left + gap) * unit
  }
}

function drawSign(pen: Pen, group: Group, x: number, y: number, unit: number, hand: Hand): void {
  const placed = [...group.placed].sort((a, b) => a.order - b.order)
  for (const { member, ...one } of placed) {
    drawFigure(
      pen,
      member.name,
      {
        x: x + one.x * unit,
        y: y - one.y * unit,
        height: one.height * unit,
        mirrored: one.mirrored,
        colour: member.colour,
        person: member.kind === 'person',
        seated: one.seated,
      },
      hand,
    )
  }
}
