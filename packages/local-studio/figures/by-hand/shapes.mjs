/** What figures drawn by hand are made of, in the set's box of 32 units. A part is [fill, path, opacity, [scale, x, y]]. */
export const oval = (x, y, rx, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
export const bar = (x, y, w, h) => `M${x} ${y}h${w}v${h}h${-w}Z`
/** A limb: a line with round ends. */
export const limb = (x1, y1, x2, y2, wide) => {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1
  const nx = (-(y2 - y1) / long) * (wide / 2)
  const ny = ((x2 - x1) / long) * (wide / 2)
  const r = wide / 2
  const p = (v) => v.toFixed(2)
  return `M${p(x1 + nx)} ${p(y1 + ny)}L${p(x2 + nx)} ${p(y2 + ny)}A${r} ${r} 0 0 0 ${p(x2 - nx)} ${p(y2 - ny)}L${p(x1 - nx)} ${p(y1 - ny)}A${r} ${r} 0 0 0 ${p(x1 + nx)} ${p(y1 + ny)}Z`
}

/** A person from the shoulders of a bust, or from a head alone, down to the shoes. */
export function standing(set, head, look) {
  const {
    top,
    legs,
    shoe = '#3a2f3f',
    skin = '#f2c7a5',
    dress,
    scale = 0.62,
    drop = 0,
    robe,
  } = look
  const tall = look.tall ?? 30
  const y = 17 + drop
  const foot = y + tall
  const hip = y + tall * 0.46
  const parts = []
  if (dress || robe) {
    const hem = robe ? foot - 1 : hip + tall * 0.24
    if (!robe)
      parts.push(
        [skin, limb(13.6, hip, 13.4, foot - 2, 2.6)],
        [skin, limb(18.4, hip, 18.6, foot - 2, 2.6)],
      )
    parts.push([shoe, oval(13.6, foot - 1, 2.6, 1.4)], [shoe, oval(19, foot - 1, 2.6, 1.4)])
    parts.push([
      dress ?? robe,
      `M12 ${y}C11 ${y + 4} 12 ${hip - 4} 12.4 ${hip - 4}L8 ${hem}Q16 ${hem + 2} 24 ${hem}L19.600 ${hip - 4}C20 ${hip - 4} 21 ${y + 4} 20 ${y}Z`,
    ])
  } else {
    parts.push(
      [legs, limb(13.4, hip - 2, 13, foot - 3, 4.4)],
      [legs, limb(18.6, hip - 2, 19, foot - 3, 4.4)],
    )
    parts.push(
      [shoe, `M10.500 ${foot}q0-3.500 3-3.500h2.200v3.500Z`],
      [shoe, `M16.800 ${foot}v-3.500h2.200q3.500 0 3.500 3.500Z`],
    )
    parts.push([
      top,
      `M11.500 ${y}C10.500 ${y + 4} 10.800 ${hip} 10.800 ${hip + 1}Q16 ${hip + 2} 21.200 ${hip + 1}C21.200 ${hip} 21.500 ${y + 4} 20.500 ${y}Z`,
    ])
  }
  const sleeve = look.sleeve ?? top ?? dress ?? robe
  const hand = hip + 1
  parts.push([sleeve, limb(11.6, y + 2, 8.6, hand - 2, 3.2)], [skin, oval(8.3, hand - 0.6, 1.6)])
  parts.push([sleeve, limb(20.4, y + 2, 23.4, hand - 2, 3.2)], [skin, oval(23.7, hand - 0.6, 1.6)])
  for (const part of look.over ?? []) parts.push(part)
  const heads = set(head).map(([fill, path, opacity]) => [
    fill,
    path,
    opacity,
    [scale, 16 - 16 * scale, y + 2.5 - 32 * scale + (look.sink ?? 0)],
  ])
  return [...parts, ...heads, ...(look.front?.(y) ?? [])]
}
