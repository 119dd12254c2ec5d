/** Steps in one unit of the set's box of 32: fine enough for a figure as tall as a large file. */
export const STEPS = 25

const SIZES = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }

/** The commands of an outline, each with its numbers. Numbers may touch, as in "1.5.25", and so may an arc's flags. */
function* commandsOf(path) {
  for (const [, letter, numbers] of path.matchAll(/([a-df-z])((?:[^a-z]|e)*)/gi)) {
    const values = []
    for (let left = numbers; ; ) {
      const flag = /a/i.test(letter) && [3, 4].includes(values.length % 7)
      const pattern = flag ? /^[\s,]*([01])/ : /^[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/i
      const found = pattern.exec(left)
      if (!found) break
      values.push(Number(found[1]))
      left = left.slice(found[0].length)
    }
    const size = SIZES[letter.toLowerCase()]
    if (size === 0) yield [letter, []]
    for (let at = 0; at < values.length; at += size) {
      // Further points after a move command are lines.
      const next = at > 0 && /m/i.test(letter) ? (letter === 'm' ? 'l' : 'L') : letter
      yield [next, values.slice(at, at + size)]
    }
  }
}

/**
 * Splits an arc into pieces that stay well below a half turn: near a half turn, a rounded end or
 * radius would move the arc's middle far.
 */
function piecesOf([wide, tall, turn, large, sweep, dx, dy]) {
  if (wide === 0 || tall === 0 || (dx === 0 && dy === 0)) return [[dx, dy]]
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [fromX, fromY] = [(-cos * dx - sin * dy) / 2, (sin * dx - cos * dy) / 2]
  const grow = Math.max(1, Math.hypot(fromX / wide, fromY / tall))
  const [rx, ry] = [wide * grow, tall * grow]
  const across = (rx * fromY) ** 2 + (ry * fromX) ** 2
  const far = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - across) / across))
  const side = large === sweep ? -far : far
  const [middleX, middleY] = [(side * rx * fromY) / ry, (-side * ry * fromX) / rx]
  const start = Math.atan2((fromY - middleY) / ry, (fromX - middleX) / rx)
  const end = Math.atan2((-fromY - middleY) / ry, (-fromX - middleX) / rx)
  let whole = end - start
  if (sweep && whole < 0) whole += Math.PI * 2
  if (!sweep && whole > 0) whole -= Math.PI * 2
  const count = Math.ceil(Math.abs(whole) / (Math.PI * 0.7))
  return Array.from({ length: count }, (_, i) => {
    if (i === count - 1) return [dx, dy]
    const here = start + (whole * (i + 1)) / count
    const [x, y] = [middleX + rx * Math.cos(here), middleY + ry * Math.sin(here)]
    return [dx / 2 + cos * x - sin * y, dy / 2 + sin * x + cos * y]
  })
}

/** The same outline as a shorter text: whole steps from point to point, rounded so that errors do not add up. */
export function shorten(path) {
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let [atX, atY] = [0, 0]
  let made = ''
  let last = ''
  const step = (value) => Math.round(value * STEPS)
  const write = (letter, values) => {
    const numbers = values.join(' ').replaceAll(' -', '-')
    made +=
      letter === last && letter !== 'm' && letter !== 'z'
        ? `${numbers.startsWith('-') ? '' : ' '}${numbers}`
        : `${letter}${numbers}`
    last = letter
  }
  /** Moves the pen to a point, and answers the whole steps to that point. */
  const to = (nextX, nextY) => {
    const steps = [step(nextX) - atX, step(nextY) - atY]
    ;[x, y] = [nextX, nextY]
    atX += steps[0]
    atY += steps[1]
    return steps
  }
  for (const [letter, values] of commandsOf(path)) {
    const kind = letter.toLowerCase()
    const [fromX, fromY] = letter === kind ? [x, y] : [0, 0]
    if (kind === 'z') {
      write('z', [])
      ;[x, y, atX, atY] = [startX, startY, step(startX), step(startY)]
    } else if (kind === 'a') {
      const [rx, ry, turn, large, sweep, endX, endY] = values
      const radii = [Math.max(1, step(rx)), Math.max(1, step(ry)), Math.round(turn)]
      const arc = [rx, ry, turn, large, sweep, fromX + endX - x, fromY + endY - y]
      const [beganX, beganY] = [x, y]
      for (const [dx, dy] of piecesOf(arc))
        write('a', [...radii, 0, sweep, ...to(beganX + dx, beganY + dy)])
    } else if (kind === 'h' || kind === 'v') {
      const [dx, dy] = kind === 'h' ? to(fromX + values[0], y) : to(x, fromY + values[0])
      write(kind, [kind === 'h' ? dx : dy])
    } else {
      const points = []
      for (let at = 0; at < values.length - 2; at += 2)
        points.push(step(fromX + values[at]) - atX, step(fromY + values[at + 1]) - atY)
      const end = to(fromX + values.at(-2), fromY + values.at(-1))
      write(kind, [...points, ...end])
      if (kind === 'm') [startX, startY] = [x, y]
    }
  }
  return made
}
