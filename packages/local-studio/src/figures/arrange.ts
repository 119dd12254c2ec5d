import type { Member } from '../drawing/read-cast.ts'
import { carry } from './carry.ts'
import type { Kind } from './kinds.ts'
import { displayed, type Group, type Placed, placeOne, placeRow, spanOf } from './placed.ts'
import { wear } from './wear.ts'

/** Things that surround what is in them or on them. */
const IN = new Set(
  'bathtub bed balcony-by-hand pram-by-hand cot-by-hand chest-by-hand basket bucket package cup-with-straw hot-beverage bowl-with-spoon shopping-cart automobile taxi sport-utility-vehicle pickup-truck racing-car'.split(
    ' ',
  ),
)

const HOLLOW = new Set<Kind>(['vehicle', 'boat', 'structure', 'furniture'])

/** The figures as groups that belong together. */
export function arrange(cast: readonly Member[]): Group[] {
  const groups = new Map<number, Placed[]>()
  const homes: number[] = []
  for (const [i, member] of cast.entries()) {
    const home = member.to ? (homes[member.to.member] ?? i) : i
    homes.push(home)
    const group = groups.get(home) ?? []
    groups.set(home, group)
    if (!member.to || home === i) group.push(...placeRow(member, 0))
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

function attach(group: Placed[], member: Member, cast: readonly Member[]): void {
  const { relation, member: index } = member.to ?? { relation: 'beside', member: 0 }
  const parents = group.filter((placed) => placed.member === cast[index])
  const actors = group.filter(({ member: { kind } }) => kind === 'person' || kind === 'animal')
  // A group may be empty: herbaria take out what flies.
  const right = () => Math.max(0, ...group.map((placed) => placed.x + placed.width / 2))
  if (parents.length === 0) return void group.push(...placeRow(member, right() + 0.08))
  if (relation === 'wears') {
    for (const wearer of parents) group.push(wear(member, wearer))
  } else if (relation === 'holds') {
    for (const holder of (actors.length > 1 && member.kind === 'food' ? actors : parents).slice(
      0,
      4,
    )) {
      const aloft = member.kind === 'flier'
      const thing = placeOne(
        member,
        Math.max(holder.height * 0.25, Math.min(displayed(member) * 0.75, holder.height * 0.6)),
      )
      const side = actors.length > 1 && holder.x > spanOf(actors).middle ? -1 : 1
      thing.x = holder.x + side * holder.width * 0.42
      thing.y = holder.y + holder.height * (aloft ? 0.7 : 0.3)
      thing.order = 5
      group.push(thing)
    }
  } else if (
    relation === 'on' ||
    (relation === 'in' && (IN.has(member.name) || HOLLOW.has(member.kind)))
  ) {
    carry(group, member, parents, actors, relation === 'in' || IN.has(member.name))
  } else if (relation === 'under') {
    const under = actors.length > 0 ? actors : parents
    if (member.name === 'umbrella' && member.count > 1) {
      for (const each of under.slice(0, 4)) {
        const roof = placeOne(member, each.height * 0.95)
        roof.x = each.x
        roof.y = each.y + each.height * 1.25 - roof.height
        roof.order = -3
        group.push(roof)
      }
      return
    }
    const { middle, width, tall } = spanOf(under)
    const roof = placeOne(member)
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
    const below = placeRow(member, 0)
    const { middle, tall } = spanOf(below)
    const here = spanOf(parents)
    for (const placed of below) placed.x += here.middle - middle
    for (const placed of group) placed.y += tall + 0.3
    group.push(...below)
  } else if (relation === 'front' || relation === 'behind') {
    const { middle, width } = spanOf(parents)
    const other = placeOne(member)
    const back = relation === 'front'
    other.x = middle + (back ? -width * 0.15 : width * 0.42)
    other.order = back ? -4 : 4
    if (back) other.y = 0.06
    group.push(other)
  } else {
    const made = placeRow(member, right() + 0.05)
    for (const placed of made) {
      placed.mirrored = !placed.mirrored
      if (member.kind === 'flier') placed.y = spanOf(parents).tall * 0.8
    }
    group.push(...made)
  }
}
