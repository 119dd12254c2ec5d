import type { Member } from '../drawing/read-cast.ts'
import { type Placed, placeOne, spanOf } from './placed.ts'
import { HIPS, SEATS, SITTING, seatOf, TOPS } from './seats.ts'

const isSmall = ({ kind, metres }: Member) =>
  ['food', 'thing', 'plant', 'clothes'].includes(kind) && metres < 0.8

/**
 * Puts a thing under or around the figures that ride on the thing or in it, and lifts these riders.
 */
export function carry(
  group: Placed[],
  member: Member,
  parents: Placed[],
  actors: Placed[],
  within: boolean,
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
    const back = placeOne(member)
    back.x = spanOf(riders).middle
    back.order = -4
    group.push(back)
    return
  }
  const { middle, width } = spanOf(riders)
  const bearer = placeOne(member)
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
