/**
 * Writes src/figures/paths.json: the outlines of every figure that the word lists name. Usage:
 * node figures/extract.mjs <icons.json of @iconify-json/fluent-emoji-flat>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import * as clothes from '../src/figures/words-of-clothes.ts'
import * as food from '../src/figures/words-of-food.ts'
import * as furniture from '../src/figures/words-of-furniture.ts'
import * as nature from '../src/figures/words-of-nature.ts'
import * as people from '../src/figures/words-of-people.ts'
import * as things from '../src/figures/words-of-things.ts'
import * as travel from '../src/figures/words-of-travel.ts'
import { figuresByHand } from './by-hand.mjs'
import { shorten } from './shorten.mjs'

const { icons } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const attribute = (tag, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
const number = (tag, name) => Number(attribute(tag, name) ?? 0)

function outline(tag) {
  if (tag.startsWith('<path')) return attribute(tag, 'd')
  if (tag.startsWith('<rect')) {
    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) => number(tag, name))
    return `M${x} ${y}h${w}v${h}h${-w}Z`
  }
  const [rx, ry] = tag.startsWith('<circle')
    ? [number(tag, 'r'), number(tag, 'r')]
    : [number(tag, 'rx'), number(tag, 'ry')]
  const turn = Number(/rotate\((-?[\d.]+)/.exec(tag)?.[1] ?? 0)
  const [cx, cy] = [number(tag, 'cx'), number(tag, 'cy')]
  const [dx, dy] = [rx * Math.cos((turn * Math.PI) / 180), rx * Math.sin((turn * Math.PI) / 180)]
  return `M${cx - dx} ${cy - dy}A${rx} ${ry} ${turn} 1 0 ${cx + dx} ${cy + dy}A${rx} ${ry} ${turn} 1 0 ${cx - dx} ${cy - dy}Z`
}

/**
 * The parts, by their index, that are water, snow or a badge's background under a figure; the scene
 * draws its own ground instead.
 */
const GROUNDS = {
  canoe: [3],
  speedboat: [5],
  'motor-boat': [5],
  'person-rowing-boat': [14, 16],
  'person-swimming': [0, 2],
  snowboarder: [0, 12],
  menorah: [0],
  sparkler: [0],
  metro: [0],
}

/** The parts of one icon; its body holds nothing but filled outlines. */
function partsOf(name) {
  const body = icons[name]?.body
  if (!body) throw new Error(`the set has no ${name}`)
  const parts = []
  const fills = ['#000']
  const shown = body.replaceAll(/<(defs|clipPath)[\s\S]*?<\/\1>/g, '')
  for (const [tag] of shown.matchAll(/<\/?(g|path|rect|circle|ellipse)\b[^>]*>/g)) {
    if (tag === '</g>') fills.pop()
    else if (tag.startsWith('<g')) fills.push(attribute(tag, 'fill') ?? fills.at(-1))
    else {
      const fill = attribute(tag, 'fill') ?? fills.at(-1)
      const opacity = Number(attribute(tag, 'opacity') ?? attribute(tag, 'fill-opacity') ?? 1)
      if (fill.startsWith('#')) parts.push([fill, outline(tag), opacity])
    }
  }
  return parts
}

/** Where a hat sits: the middle and the width of the figure's upper fifth, as shares of its width. */
function crownOf(svg, [x, y, width, height]) {
  const tall = 100
  const wide = Math.max(4, Math.round((tall * width) / height))
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${tall}" viewBox="${x} ${y} ${width} ${height}" preserveAspectRatio="none">${svg}</svg>`
  const { pixels } = new Resvg(whole).render()
  // The head is the widest run near the top: a raised tail is thinner.
  let best = [0, -1]
  for (let row = 8; row < 30; row++) {
    for (let column = 0, start = -1; column <= wide; column++) {
      const filled = column < wide && pixels[(row * wide + column) * 4 + 3] > 128
      if (filled && start < 0) start = column
      if (filled || start < 0) continue
      if (column - start > best[1] - best[0]) best = [start, column]
      start = -1
    }
    if (best[1] - best[0] > wide * 0.2 && row > 18) break
  }
  if (best[1] < 0) return [0.5, 0.5]
  return [(best[0] + best[1]) / 2 / wide, (best[1] - best[0]) / wide].map((share) =>
    Number(share.toFixed(2)),
  )
}

const wanted = [clothes, food, furniture, nature, people, things, travel]
  .flatMap((lists) => Object.values(lists))
  .flatMap((list) => list.trim().split('\n'))
  .map((row) => row.split(' ')[0])
const byHand = figuresByHand(partsOf)
const made = {}
for (const name of [...new Set(wanted)].sort()) {
  const parts = (byHand[name] ?? partsOf(name)).filter((_, i) => !GROUNDS[name]?.includes(i))
  const svg = parts
    .map(
      ([fill, path, , [scale, x, y] = [1, 0, 0]]) =>
        `<path transform="translate(${x} ${y}) scale(${scale})" fill="${fill}" d="${path}"/>`,
    )
    .join('')
  const box = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="-60 -60 200 200">${svg}</svg>`,
  ).getBBox()
  const sides = [box.x, box.y, box.width, box.height].map((side) => Number(side.toFixed(2)))
  made[name] = [
    [...sides, ...crownOf(svg, sides)],
    ...parts.map(([fill, path, opacity = 1, move]) => {
      const part = [fill, shorten(path)]
      if (opacity !== 1 || move) part.push(opacity)
      if (move) part.push(move.map((value) => Number(value.toFixed(3))))
      return part
    }),
  ]
}
writeFileSync(
  new URL('../src/figures/paths.json', import.meta.url),
  `{\n${Object.entries(made)
    .map(([name, parts]) => `"${name}":${JSON.stringify(parts)}`)
    .join(',\n')}\n}\n`,
)
process.stdout.write(`${Object.keys(made).length} figures\n`)
