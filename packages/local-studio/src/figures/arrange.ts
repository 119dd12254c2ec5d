import type { Member } from '../drawing/read-cast.ts'
import { shapeOf } from './draw-figure.ts'
import type { Kind } from './kinds.ts'

/** A figure in a group, in units of a grown person's three quarters, its feet's middle at x. */
export interface Placed {
  member: Member
  x: number
  y: number
  height: number
  width: number
  mirrored: boolean
  /** Persons are drawn standing; on a seat their legs are seen from before. */
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
const displayed = ({ metres, size }: Member) => Math.max(0.09, metres) ** 0.55 * size

const IN = new Set(
  'bathtub bed balcony-by-hand pram-by-hand cot-by-hand chest-by-hand basket bucket package cup-with-straw hot-beverage bowl-with-spoon shopping-cart automobile taxi sport-utility-vehicle pickup-truck racing-car'.split(
    ' ',
  ),
)

/** Where one sits, and on what things stand. */
const SEATS = new Map([
  ['chair', 0.52],
  ['armchair-by-hand', 0.42],
  ['sofa-by-hand', 0.46],
  ['throne-by-hand', 0.38],
  ['bench-by-hand', 0.42],
  ['swing-by-hand', 0.26],
  ['deck-chair-by-hand', 0.4],
  ['toilet', 0.46],
])
const TOPS = new Map([
  ['bed', 0.5],
  ['table-by-hand', 0.98],
  ['piano-by-hand', 0.98],
  ['fireplace-by-hand', 0.98],
  ['bookshelf-by-hand', 0.98],
  ['trampoline-by-hand', 0.96],
  ['gate-by-hand', 0.98],
  ['drawers-by-hand', 0.98],
  ['wire-by-hand', 0.91],
  ['roof-by-hand', 0.6],
  ['iceberg-by-hand', 0.62],
  ['barbecue-by-hand', 0.62],
  ['rocking-horse-by-hand', 0.62],
  ['tandem-by-hand', 0.52],
])

/** How much lower a seated person is, and where the hips are, as shares of the height. */
const SITTING = 0.875
export const HIPS = { standing: 0.33, seated: 0.234 }

const HOLLOW = new Set<Kind>(['vehicle', 'boat', 'structure', 'furniture'])

/** How high on a thing another sits, as a share of its height. */
function seatOf({ kind, name }: Member): number {
  const own = SEATS.get(name) ?? TOPS.get(name)
  if (own) return own
  if (kind === 'furniture') return 0.46
  if (kind === 'vehicle') return name === 'skateboard-by-hand' ? 0.84 : 0.52
  if (kind === 'animal') return 0.66
  if (kind === 'boat') return 0.14
  if (kind === 'structure') return 0.9
  return 0.86
}

/** The figures as groups that belong together. */
export function arrange(cast: readonly Member[]): Group[] {
  const groups = new Map<number, Placed[]>()
  const homes: number[] = []
  for (const [i, member] of cast.entries()) {
    const home = member.to ? (homes[member.to.member] ?? i) : i
    homes.push(home)
    const group = groups.get(home) ?? []
    groups.set(home, group)
    if (!member.to || home === i) group.push(...row(member, 0))
    else attach(group, member, cast)
  }
  return [...groups].flatMap(([home, placed]) => {
    const root = cast[home]
    if (!root || placed.length === 0) return []
    const left = Math.min(...placed.map((one) => one.x - one.width / 2))
    const right = Math.max(...placed.map((one) => one.x + one.width / 2))
    return [
      { placed, left, right, top: Math.max(...placed.map((one) => one.y + one.height)), root },
    ]
  })
}

function one(member: Member, height = displayed(member)): Placed {
  const width = height * shapeOf(member.name).aspect
  return { member, x: 0, y: 0, height, width, mirrored: false, order: 0 }
}

function row(member: Member, from: number): Placed[] {
  const made: Placed[] = []
  let x = from
  for (let i = 0; i < member.count; i++) {
    const placed = one(member, displayed(member) * (1 - (i % 3) * 0.07))
    placed.x = x + placed.width / 2
    placed.y = 0
    placed.order = i % 2 ? -0.2 : 0
    placed.mirrored = i % 3 === 2
    x += placed.width * 1.02 + 0.03
    made.push(placed)
  }
  return made
}

function attach(group: Placed[], member: Member, cast: readonly Member[]): void {
  const { relation, member: index } = member.to ?? { relation: 'beside', member: 0 }
  const parents = group.filter((placed) => placed.member === cast[index])
  const actors = group.filter(({ member: { kind } }) => kind === 'person' || kind === 'animal')
  // A group may be empty: herbaria take out what flies.
  const right = () => Math.max(0, ...group.map((placed) => placed.x + placed.width / 2))
  const span = (of: Placed[]) => {
    const left = Math.min(...of.map((placed) => placed.x - placed.width / 2))
    const end = Math.max(...of.map((placed) => placed.x + placed.width / 2))
    return {
      middle: (left + end) / 2,
      width: end - left,
      tall: Math.max(...of.map((placed) => placed.y + placed.height)),
    }
  }
  if (parents.length === 0) return void group.push(...row(member, right() + 0.08))
  if (relation === 'wears') {
    for (const wearer of parents) group.push(wear(member, wearer))
  } else if (relation === 'holds') {
    for (const holder of (actors.length > 1 && member.kind === 'food' ? actors : parents).slice(
      0,
      4,
    )) {
      const aloft = member.kind === 'flier'
      const thing = one(
        member,
        Math.max(holder.height * 0.25, Math.min(displayed(member) * 0.75, holder.height * 0.6)),
      )
      const side = actors.length > 1 && holder.x > span(actors).middle ? -1 : 1
      thing.x = holder.x + side * holder.width * 0.42
      thing.y = holder.y + holder.height * (aloft ? 0.7 : 0.3)
      thing.order = 5
      group.push(thing)
    }
  } else if (
    relation === 'on' ||
    (relation === 'in' && (IN.has(member.name) || HOLLOW.has(member.kind)))
  ) {
    carry(group, member, parents, actors, relation === 'in' || IN.has(member.name), span)
  } else if (relation === 'under') {
    const under = actors.length > 0 ? actors : parents
    if (member.name === 'umbrella' && member.count > 1) {
      for (const each of under.slice(0, 4)) {
        const roof = one(member, each.height * 0.95)
        roof.x = each.x
        roof.y = each.y + each.height * 1.25 - roof.height
        roof.order = -3
        group.push(roof)
      }
      return
    }
    const { middle, width, tall } = span(under)
    const roof = one(member)
    const umbrella = member.name.startsWith('umbrella')
    const grow = umbrella ? Math.max((width * 1.12) / roof.width, (tall * 0.95) / roof.height) : 1
    roof.height *= grow
    roof.width *= grow
    roof.x = middle
    roof.y = umbrella ? tall * 1.3 - roof.height : 0
    if (!umbrella && roof.height < tall) roof.y = member.kind === 'flier' ? tall * 1.15 : 0
    roof.order = -3
    group.push(roof)
  } else if (relation === 'above') {
    const below = row(member, 0)
    const { middle, tall } = span(below)
    const here = span(parents)
    for (const placed of below) placed.x += here.middle - middle
    for (const placed of group) placed.y += tall + 0.3
    group.push(...below)
  } else if (relation === 'front' || relation === 'behind') {
    const { middle, width } = span(parents)
    const other = one(member)
    const back = relation === 'front'
    other.x = middle + (back ? -width * 0.15 : width * 0.42)
    other.order = back ? -4 : 4
    if (back) other.y = 0.06
    group.push(other)
  } else {
    const made = row(member, right() + 0.05)
    for (const placed of made) {
      placed.mirrored = !placed.mirrored
      if (member.kind === 'flier') placed.y = span(parents).tall * 0.8
    }
    group.push(...made)
  }
}

/** Clothes that are worn below the head: their upper edge and height, as shares of a standing body. */
const ON_BODY = new Map([
  ['apron-by-hand', { top: 0.64, height: 0.4, wide: 0.62, behind: false }],
  ['cape-by-hand', { top: 0.66, height: 0.6, wide: 1.3, behind: true }],
  ['backpack', { top: 0.68, height: 0.34, wide: 1, behind: true }],
  ['long-dress-by-hand', { top: 0.66, height: 0.58, wide: 1, behind: false }],
  ['wedding-dress-by-hand', { top: 0.66, height: 0.64, wide: 1.1, behind: false }],
  ['coat-by-hand', { top: 0.67, height: 0.44, wide: 1, behind: false }],
  ['jumper-by-hand', { top: 0.67, height: 0.32, wide: 1, behind: false }],
  ['tutu-by-hand', { top: 0.42, height: 0.14, wide: 1.5, behind: false }],
])

/** Fits the thing to the body's breadth; an animal's body is lower and longer than a person's. */
function wearOnBody(member: Member, wearer: Placed): Placed | undefined {
  const fit = ON_BODY.get(member.name)
  if (!fit) return undefined
  const person = wearer.member.kind === 'person'
  const broad = person ? Math.min(wearer.width, wearer.height * 0.4) : wearer.width * 0.7
  const width = broad * fit.wide
  const height = Math.min(wearer.height * fit.height, width / shapeOf(member.name).aspect)
  const top = (person ? fit.top : fit.top * (fit.behind ? 1.1 : 0.82)) * wearer.height
  // What hangs at the back is seen beside the body.
  const side = member.name === 'backpack' ? (wearer.mirrored ? 0.34 : -0.34) : 0
  return {
    member,
    x: wearer.x + side * broad,
    y: wearer.y + top - height,
    height,
    width: height * shapeOf(member.name).aspect,
    mirrored: false,
    // On an animal seen from the side a cape lies over the back.
    order: wearer.order + (fit.behind && person ? -0.1 : 0.05),
  }
}

function wear(member: Member, wearer: Placed): Placed {
  const onBody = wearOnBody(member, wearer)
  if (onBody) return onBody
  const { crown } = shapeOf(wearer.member.name)
  const sits = wearer.member.name.endsWith('-by-hand') && wearer.member.kind === 'animal'
  // A head seen from the side is narrow, and its hat is wider.
  const profile = wearer.member.kind === 'animal' && !sits ? 1.35 : 1
  const head = profile * Math.min(wearer.width * Math.max(crown.width, 0.28), wearer.height * 0.55)
  const aspect = shapeOf(member.name).aspect
  const face = /glasses|goggles/.test(member.name)
  const neck = /scarf|tie/.test(member.name)
  const width =
    head *
    (face ? 0.86 : neck ? 0.8 : member.name === 'crown' ? 0.85 : 1.05) *
    Math.min(1.5, member.size)
  const height = Math.min(width / aspect, wearer.height * 0.4)
  const share = face ? (sits ? 0.68 : 0.8) : neck ? (sits ? 0.44 : 0.58) : sits ? 0.87 : 0.9
  const side = wearer.mirrored ? -1 : 1
  return {
    member,
    x: wearer.x + (crown.x - 0.5) * wearer.width * side,
    y: wearer.y + wearer.height * share - (face || neck ? height / 2 : 0),
    height,
    width: height * aspect,
    mirrored: wearer.mirrored,
    order: wearer.order + 0.1,
  }
}

const isSmall = ({ kind, metres }: Member) =>
  ['food', 'thing', 'plant', 'clothes'].includes(kind) && metres < 0.8

interface Span {
  middle: number
  width: number
  tall: number
}

function carry(
  group: Placed[],
  member: Member,
  parents: Placed[],
  actors: Placed[],
  within: boolean,
  span: (of: Placed[]) => Span,
): void {
  // What lies beside another small thing lies on the same table.
  const riders =
    actors.length > 0
      ? actors
      : TOPS.has(member.name)
        ? group.filter((placed) => parents.includes(placed) || isSmall(placed.member))
        : parents
  const carried = group.filter(
    (placed) => riders.includes(placed) || placed.order >= 0.1 || placed.y > 0,
  )
  if (member.kind === 'structure' && within) {
    const back = one(member)
    back.x = span(riders).middle
    back.order = -4
    group.push(back)
    return
  }
  const { middle, width } = span(riders)
  const bearer = one(member)
  const broad =
    within || ['furniture', 'boat'].includes(member.kind) || member.name === 'skateboard-by-hand'
  const grow = Math.max(
    1,
    broad ? (width * (within ? 1.2 : 1.05)) / bearer.width : (width * 0.7) / bearer.width,
  )
  bearer.height *= grow
  bearer.width *= grow
  bearer.x = middle
  bearer.order = within && member.kind !== 'boat' ? 6 : -1
  if (SEATS.has(member.name) && riders.some(({ member: { kind } }) => kind === 'person')) {
    sit(bearer, member, riders, carried)
    group.push(bearer)
    return
  }
  const lift = bearer.height * (within ? (member.kind === 'boat' ? 0.14 : 0.42) : seatOf(member))
  for (const placed of carried) placed.y += lift
  group.push(bearer)
}

/** Seats the riders with their hips on the bearer, which is wide enough to be seen at their sides. */
function sit(bearer: Placed, member: Member, riders: Placed[], carried: Placed[]): void {
  const tallest = Math.max(...riders.map(({ height }) => height))
  const left = Math.min(...riders.map(({ x, width }) => x - width / 2))
  const right = Math.max(...riders.map(({ x, width }) => x + width / 2))
  const least =
    member.name === 'swing-by-hand'
      ? (tallest * 1.25) / bearer.height
      : Math.max(((right - left) * 1.4) / bearer.width, (tallest * 0.62) / bearer.height)
  const grow = Math.max(1, least)
  bearer.height *= grow
  bearer.width *= grow
  bearer.x = (left + right) / 2
  bearer.order = -1
  const seat = bearer.height * seatOf(member)
  for (const placed of carried) {
    const rider = riders.includes(placed)
    const person = rider && placed.member.kind === 'person'
    if (person) {
      placed.height *= SITTING
      placed.seated = true
    }
    const hips = person ? placed.height * HIPS.seated : rider ? 0 : tallest * (HIPS.seated + 0.1)
    placed.y += Math.max(-0.06 * tallest, seat - hips)
  }
}
