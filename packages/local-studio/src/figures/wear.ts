import type { Member } from '../drawing/read-cast.ts'
import { shapeOf } from './draw-figure.ts'
import type { Placed } from './placed.ts'

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

/** The clothes at the place of the body where the wearer has them. */
export function wear(member: Member, wearer: Placed): Placed {
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
