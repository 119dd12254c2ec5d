import { css, mix, white } from '../drawing/colour.ts'
import { radialGradient, type Surface } from '../drawing/surface.ts'
import { arrange } from '../figures/arrange.ts'
import { drawFigure, type Hand } from '../figures/draw-figure.ts'
import type { Group, Placed } from '../figures/placed.ts'
import type { Setting } from './setting.ts'

/** How much of its own colour a figure keeps in the light of each hour. */
const KEPT = { dawn: 0.66, day: 0.8, golden: 0.62, sunset: 0.58, dusk: 0.56, night: 0.52 }

/** The scene's light on a figure. */
export function sceneHand(setting: Setting, x: number): Hand {
  const { palette, time, weather } = setting
  const dim = weather === 'rain' || weather === 'storm' || weather === 'mist' ? 0.85 : 1
  const indoors = setting.place === 'room' || setting.place === 'moon'
  const keep = indoors ? Math.max(0.72, KEPT[time]) : KEPT[time] * dim
  const shadow = mix(palette.near, palette.far, time === 'day' ? 0.22 : 0.12)
  const dark = time === 'night' || time === 'dusk'
  const light = mix(palette.light, palette.sky[3], dark ? 0.5 : 0.25)
  return {
    ink: (fill) => mix(mix(shadow, light, dark ? fill.l * 0.8 : fill.l), fill, keep),
    light: {
      colour: palette.light,
      shade: palette.near,
      side: setting.lightX < x ? -1 : 1,
      strength: indoors ? 0.5 : dark ? 0.75 : 0.62,
    },
    edge:
      (dark || dim < 1) && !indoors
        ? { colour: mix(palette.light, palette.sky[3], 0.6), alpha: 0.3 }
        : { colour: palette.near, alpha: 0.4 },
  }
}

export type Zone = 'ground' | 'back' | 'water' | 'air'

const WATERBORNE = new Set([
  'person-swimming',
  'person-rowing-boat',
  'person-surfing',
  'person-merpeople',
])

export function zoneOf({ root, placed }: Group, wet: boolean): Zone {
  const carried = placed.some(({ member }) => member.kind === 'boat')
  if (carried && wet) return 'water'
  if (placed.every(({ member }) => member.kind === 'flier')) return 'air'
  if (root.kind === 'swimmer' || WATERBORNE.has(root.name)) return wet ? 'water' : 'ground'
  if (root.kind === 'structure' || root.metres > 5) return 'back'
  return 'ground'
}

export function groupsOf(setting: Setting): Group[] {
  return arrange(setting.cast)
}

/** Draws the groups of one zone side by side on a line, the first in the middle. */
export function castGroups(
  surface: Surface,
  setting: Setting,
  groups: Group[],
  room: { middle: number; width: number; height: number; y: number },
): void {
  const { width: wide, height: tall } = surface
  const gap = 0.16
  const total = groups.reduce((sum, { left, right }) => sum + right - left + gap, -gap)
  const highest = Math.max(...groups.map(({ top }) => top))
  const unit = Math.min((room.width * wide) / total, (room.height * tall) / highest)
  let x = room.middle * wide - (total * unit) / 2
  const margin = 0.03 * wide
  x = Math.max(margin, Math.min(wide - margin - total * unit, x))
  for (const group of inOrder(groups)) {
    drawGroup(surface, setting, group, x - group.left * unit, room.y * tall, unit)
    x += (group.right - group.left + gap) * unit
  }
}

/** The first group stands in the middle, each next group by turns left and right of it. */
function inOrder(groups: Group[]): Group[] {
  const row: Group[] = []
  for (const [i, group] of groups.entries()) {
    if (i % 2) row.push(group)
    else row.unshift(group)
  }
  return row.reverse()
}

function drawGroup(
  surface: Surface,
  setting: Setting,
  group: Group,
  x0: number,
  y0: number,
  unit: number,
  hand?: Hand,
): void {
  const { width } = surface
  const placed = [...group.placed].sort((a, b) => a.order - b.order)
  for (const one of placed) {
    if (one.y < 0.1 && one.member.kind !== 'flier')
      paintContact(surface, setting, one, x0, y0, unit)
  }
  for (const one of placed) {
    const x = x0 + one.x * unit
    drawFigure(
      surface.pen,
      one.member.name,
      {
        x,
        y: y0 - one.y * unit,
        height: one.height * unit,
        mirrored: one.mirrored,
        colour: one.member.colour,
        person: one.member.kind === 'person',
        seated: one.seated,
      },
      hand ?? sceneHand(setting, x / width),
    )
  }
}

/** The dark patch under a figure, away from the light, which puts the figure on the ground. */
function paintContact(
  { pen }: Surface,
  setting: Setting,
  one: Placed,
  x0: number,
  y0: number,
  unit: number,
): void {
  const wide = one.width * unit
  const x = x0 + one.x * unit + (setting.lightX < 0.5 ? 0.08 : -0.08) * wide
  pen.save()
  pen.translate(x, y0 - one.y * unit - one.height * unit * 0.005)
  pen.scale(1, 0.17)
  pen.fillStyle = radialGradient(pen, 0, 0, wide * 0.62, [
    [0, setting.palette.near, 0.72],
    [0.55, setting.palette.near, 0.42],
    [1, setting.palette.near, 0],
  ])
  pen.beginPath()
  pen.arc(0, 0, wide * 0.62, 0, Math.PI * 2)
  pen.fill()
  pen.restore()
}

const TOWERS = new Set(['lighthouse', 'castle', 'windmill'])

/** Boats and swimmers, with their mirror images broken by ripples. */
export function castAfloat(
  surface: Surface,
  setting: Setting,
  groups: Group[],
  shore: number,
): void {
  const { pen, width, height, u } = surface
  const random = setting.random.fork('afloat')
  // A headland with its tower would hide the first vessel.
  const clear = setting.wishes.some(({ subject }) => TOWERS.has(subject))
    ? setting.lightX < 0.5
      ? 0.18
      : 0.82
    : undefined
  for (const [i, group] of groups.entries()) {
    for (const [k, vessel] of vesselsOf(group).entries()) {
      const depth = i === 0 && k === 0 ? 0.36 : random.between(0.12, 0.42)
      const y = (shore + (1 - shore) * depth) * height
      const tallest = Math.max(...vessel.map((one) => one.y + one.height))
      const big = Math.min(0.3, 0.13 + 0.07 * tallest) * (0.55 + 1.25 * depth)
      const unit = Math.min(
        (big * height) / tallest,
        (0.5 * width) / Math.max(...vessel.map((one) => one.width)),
      )
      const wanted =
        (i === 0 && k === 0 ? (clear ?? 1 - setting.lightX) : random.between(0.12, 0.88)) * width
      const half =
        (Math.max(...vessel.map((one) => one.x + one.width / 2)) -
          Math.min(...vessel.map((one) => one.x - one.width / 2))) *
        (unit / 2)
      const edge = Math.min(width / 2, half + width * 0.02)
      const x = Math.min(width - edge, Math.max(edge, wanted))
      const middle = vessel.reduce((sum, one) => sum + one.x, 0) / vessel.length
      const whole = { ...group, placed: vessel }
      pen.save()
      pen.globalAlpha = 0.28
      pen.translate(0, y * 2)
      pen.scale(1, -1)
      drawGroup(
        surface,
        setting,
        { ...whole, placed: vessel.map((one) => ({ ...one, y: one.y + 0.11 })) },
        x - middle * unit,
        y,
        unit,
      )
      pen.restore()
      drawGroup(surface, setting, whole, x - middle * unit, y + u * 3, unit)
      pen.fillStyle = css(mix(setting.palette.sky[3], white, 0.4), 0.5)
      const wide = Math.max(...vessel.map((one) => one.width)) * unit
      for (let j = 0; j < 14; j++) {
        pen.beginPath()
        pen.ellipse(
          x + random.bell() * wide * 0.4,
          y + random.bell() * u * 4,
          u * random.between(5, 22),
          u * 1.8,
          0,
          0,
          Math.PI * 2,
        )
        pen.fill()
      }
    }
  }
}

/** A group that sails together stays together; several boats or fish part. */
function vesselsOf({ placed }: Group): Placed[][] {
  const together = placed.some(
    ({ member: { kind, to } }) =>
      kind === 'person' || kind === 'animal' || (to && to.relation !== 'beside'),
  )
  return together ? [placed] : placed.map((one) => [one])
}

export function castAloft(surface: Surface, setting: Setting, groups: Group[]): void {
  const { width, height } = surface
  const random = setting.random.fork('aloft')
  for (const [i, group] of groups.entries()) {
    for (const [k, one] of group.placed.entries()) {
      const first = i === 0 && k === 0
      const least = setting.cast.length === 1 ? 0.16 : 0.1
      const big = Math.min(0.3, least + 0.06 * one.height) * (first ? 1 : 0.75)
      const x = (first ? (setting.lightX < 0.5 ? 0.66 : 0.34) : random.between(0.12, 0.88)) * width
      const y = (first ? 0.42 : random.between(0.2, 0.55)) * height
      const unit = (big * Math.min(width, height)) / one.height
      drawGroup(surface, setting, { ...group, placed: [{ ...one, x: 0, y: 0 }] }, x, y, unit)
    }
  }
}
