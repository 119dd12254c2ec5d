import { type Colour, css, hex, mix, shift, white } from '../drawing/colour.ts'
import { addGrain } from '../drawing/finish.ts'
import { type FontName, font } from '../drawing/fonts.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import { createSurface, type Pen, type Surface } from '../drawing/surface.ts'
import { chooseSetting } from '../scenery/setting.ts'
import { drawSilhouette, type SilhouetteName, signsOf } from '../scenery/silhouettes.ts'
import { paintScene } from './landscape.ts'

interface Inks {
  paper: Colour
  ink: Colour
  first: Colour
  second: Colour
}

const INKS = [
  ['#f3e9d7', '#1c1b22', '#e4572e', '#f2b134'],
  ['#f6efe2', '#14213d', '#d7263d', '#2a9d8f'],
  ['#11172b', '#f6ead2', '#ff6f3c', '#3ddbd9'],
  ['#f4d7b5', '#2b1b3d', '#c8354b', '#2e6f95'],
  ['#e9f0e4', '#16302b', '#ee6c4d', '#e9c46a'],
  ['#2a1436', '#ffe9d6', '#ff4f79', '#ffb84d'],
  ['#dfe7ee', '#101820', '#2667d8', '#ff7f50'],
] as const

const JOURNEYS = new Set(['travel', 'journey', 'postcard', 'visit'])

/** A printed sheet with the prompt's words as its lettering. */
export function paintPoster(surface: Surface, reading: Reading, random: Random): void {
  const inks = chooseInks(reading, random)
  const outdoors = reading.places.length > 0 || reading.time !== undefined
  const icon = signsOf(reading.wishes)[0]
  const source = random.fork('plan')
  const plan =
    (outdoors && source.chance(0.7)) || reading.words.some((word) => JOURNEYS.has(word))
      ? 'travel'
      : icon
        ? source.pick(['emblem', 'emblem', 'swiss'] as const)
        : source.pick(['swiss', 'arcs', 'stack'] as const)
  if (plan === 'travel') paintTravel(surface, reading, random, inks)
  else if (plan === 'emblem' && icon) paintEmblem(surface, reading, random, inks, icon)
  else if (plan === 'arcs') paintArcs(surface, reading, random, inks)
  else if (plan === 'stack') paintStack(surface, reading, random, inks)
  else paintSwiss(surface, reading, random, inks, icon)
  addGrain(surface, random.fork('grain'), 0.3)
}

function chooseInks(reading: Reading, random: Random): Inks {
  const [paper, ink, first, second] = random.fork('inks').pick(INKS).map(hex) as [
    Colour,
    Colour,
    Colour,
    Colour,
  ]
  const dark = reading.time === 'night' || reading.mood === 'dark' || reading.mood === 'bold'
  const [a, b] = reading.colours
  const inks = {
    paper,
    ink,
    first: a ?? first,
    second: b ?? (a ? shift(a, { h: 48, l: a.l > 0.6 ? -0.2 : 0.2 }) : second),
  }
  if (a && Math.abs(a.l - paper.l) < 0.22) inks.paper = a.l > 0.5 ? hex('#14161f') : hex('#f4ecdd')
  if (dark && inks.paper.l > 0.5) inks.paper = mix(hex('#12131c'), inks.first, 0.1)
  inks.ink =
    inks.paper.l > 0.5 ? (ink.l < 0.5 ? ink : hex('#17161c')) : ink.l > 0.5 ? ink : hex('#f6ead8')
  return inks
}

/** The largest size at which the text keeps to the width. */
function fit(pen: Pen, text: string, name: FontName, width: number, most: number): number {
  pen.font = font(name, 100)
  return Math.min(most, (width / Math.max(1, pen.measureText(text).width)) * 100)
}

function balance(title: string, lines: number): string[] {
  const words = title.split(/\s+/)
  const rows: string[] = []
  const target = title.length / Math.min(lines, words.length)
  let row = ''
  for (const word of words) {
    if (row && rows.length < lines - 1 && row.length + word.length / 2 > target) {
      rows.push(row)
      row = word
    } else row = row ? `${row} ${word}` : word
  }
  return [...rows, row]
}

function small(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  ink: Colour,
  align: 'left' | 'right' | 'center' = 'left',
): void {
  pen.font = font('Vignette Sans', size)
  pen.textAlign = align
  pen.textBaseline = 'alphabetic'
  pen.letterSpacing = `${size * 0.16}px`
  pen.fillStyle = css(ink)
  pen.fillText(text.toUpperCase(), x, y)
  pen.letterSpacing = '0px'
}

function subtitle(reading: Reading): string {
  const used = new Set(reading.title.toLowerCase().split(/\s+/))
  const left = reading.words.filter((word) => !used.has(word)).slice(0, 4)
  return (left.length > 0 ? left : [reading.mood ?? 'edition', reading.season ?? 'print']).join(
    ' · ',
  )
}

/** A view in a frame over a large name, as railways once printed them. */
function paintTravel(surface: Surface, reading: Reading, random: Random, inks: Inks): void {
  const { pen, width, height, u } = surface
  const margin = u * 52
  const rows = balance(reading.title, reading.title.length > 14 ? 2 : 1)
  const paper = inks.paper.l > 0.5 ? inks.paper : hex('#f4ead6')
  const ink = mix(inks.ink.l < 0.5 ? inks.ink : hex('#1c1b22'), inks.first, 0.12)
  pen.fillStyle = css(paper)
  pen.fillRect(0, 0, width, height)
  const inner = width - margin * 2
  const sizes = rows.map((row) =>
    fit(
      pen,
      row.toUpperCase(),
      'Vignette Display',
      inner,
      u * Math.min(250, (rows.length === 1 ? 190 : 132) * (height / width) ** 1.2),
    ),
  )
  const size = Math.min(...sizes)
  const block = size * 0.86 * rows.length + u * 62
  const frame = { x: margin, y: margin, w: inner, h: height - margin * 2 - block }
  const view = createSurface(Math.round(frame.w), Math.round(frame.h))
  paintScene(view, chooseSetting(reading, random))
  pen.drawImage(view.canvas, frame.x, frame.y)
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  rows.forEach((row, i) => {
    pen.font = font('Vignette Display', size)
    pen.fillStyle = css(ink)
    pen.fillText(
      row.toUpperCase(),
      width / 2,
      frame.y + frame.h + u * 22 + size * 0.74 + i * size * 0.86,
    )
  })
  small(
    pen,
    subtitle(reading),
    width / 2,
    height - margin + u * 2,
    u * 21,
    mix(ink, paper, 0.25),
    'center',
  )
}

/** One sign before a disc, its name below. */
function paintEmblem(
  surface: Surface,
  reading: Reading,
  random: Random,
  inks: Inks,
  icon: SilhouetteName,
): void {
  const { pen, width, height, u } = surface
  const source = random.fork('emblem')
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, 0, width, height)
  const rows = balance(reading.title, reading.title.length > 16 ? 2 : 1)
  const size = Math.min(
    ...rows.map((row) => fit(pen, row.toUpperCase(), 'Vignette Display', width - u * 130, u * 210)),
  )
  const textTop = height - u * 84 - rows.length * size * 0.86
  const radius = Math.min(width * 0.38, textTop * 0.41)
  const cy = textTop * 0.53
  const rays = source.chance(0.5)
  pen.save()
  if (rays) {
    pen.beginPath()
    pen.rect(0, 0, width, textTop - u * 14)
    pen.clip()
    const count = source.pick([16, 20, 24])
    pen.fillStyle = css(mix(inks.paper, inks.second, 0.3))
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * Math.PI * 2
      pen.beginPath()
      pen.moveTo(width / 2, cy)
      pen.lineTo(width / 2 + Math.cos(angle) * width * 1.5, cy + Math.sin(angle) * width * 1.5)
      pen.lineTo(
        width / 2 + Math.cos(angle + Math.PI / count) * width * 1.5,
        cy + Math.sin(angle + Math.PI / count) * width * 1.5,
      )
      pen.fill()
    }
  } else {
    pen.strokeStyle = css(inks.second)
    for (let i = 1; i < 4; i++) {
      pen.lineWidth = u * (9 - i * 2)
      pen.beginPath()
      pen.arc(width / 2, cy, radius + i * u * 20, 0, Math.PI * 2)
      pen.stroke()
    }
  }
  pen.fillStyle = css(inks.first)
  pen.beginPath()
  pen.arc(width / 2, cy, radius, 0, Math.PI * 2)
  pen.fill()
  pen.beginPath()
  pen.arc(width / 2, cy, radius, 0, Math.PI * 2)
  pen.clip()
  pen.fillStyle = css(mix(inks.first, inks.ink, 0.22))
  pen.beginPath()
  pen.ellipse(width / 2, cy + radius * 1.02, radius * 1.3, radius * 0.5, 0, 0, Math.PI * 2)
  pen.fill()
  pen.restore()
  const shade = inks.ink.l < inks.paper.l ? inks.ink : mix(inks.paper, hex('#000000'), 0.45)
  drawSilhouette(pen, icon, {
    x: width / 2,
    y: cy + radius * 0.68,
    size: radius * 1.28,
    colour: shade,
    light: mix(inks.second, white, 0.25),
  })
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  rows.forEach((row, i) => {
    pen.font = font('Vignette Display', size)
    pen.fillStyle = css(inks.ink)
    pen.fillText(row.toUpperCase(), width / 2, textTop + size * 0.74 + i * size * 0.86)
  })
  small(pen, subtitle(reading), width / 2, height - u * 48, u * 21, inks.ink, 'center')
}

/** Shapes on a strict grid, words set flush left. */
function paintSwiss(
  surface: Surface,
  reading: Reading,
  random: Random,
  inks: Inks,
  icon: SilhouetteName | undefined,
): void {
  const { pen, width, height, u } = surface
  const source = random.fork('swiss')
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, 0, width, height)
  const big = width * source.between(0.3, 0.4)
  const cx = width * source.pick([0.64, 0.7, 0.38])
  const cy = height * source.between(0.34, 0.42)
  pen.fillStyle = css(inks.first)
  pen.beginPath()
  pen.arc(cx, cy, big, 0, Math.PI * 2)
  pen.fill()
  pen.save()
  pen.globalCompositeOperation = inks.paper.l > 0.5 ? 'multiply' : 'screen'
  pen.fillStyle = css(inks.second)
  const lean = source.pick([-0.4, 0.32, 0.6])
  pen.translate(width * 0.36, height * 0.4)
  pen.rotate(lean)
  for (let i = 0; i < 7; i++)
    pen.fillRect(-width * 0.5, i * u * 44 - u * 150, width * (0.95 - i * 0.06), u * (26 - i * 3))
  pen.restore()
  if (icon)
    drawSilhouette(pen, icon, {
      x: cx,
      y: cy + big * 0.62,
      size: big * 1.2,
      colour: inks.ink,
      light: inks.paper,
    })
  const rows = balance(reading.title, 3)
  const size = Math.min(
    ...rows.map((row) => fit(pen, row, 'Vignette Sans', width - u * 120, u * 128)),
  )
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  pen.fillStyle = css(inks.ink)
  rows.forEach((row, i) => {
    pen.font = font('Vignette Sans', size)
    pen.fillText(row, u * 58, height - u * 64 - (rows.length - 1 - i) * size * 1.02)
  })
  const rule = height - u * 64 - rows.length * size * 1.02 - u * 26
  pen.fillRect(u * 60, rule, width - u * 120, u * 3)
  small(pen, subtitle(reading), u * 60, rule - u * 20, u * 20, inks.ink)
}

/** Rings that meet like sound. */
function paintArcs(surface: Surface, reading: Reading, random: Random, inks: Inks): void {
  const { pen, width, height, u } = surface
  const source = random.fork('arcs')
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, 0, width, height)
  const colours = [inks.first, inks.second, inks.ink, mix(inks.first, inks.second, 0.5)]
  const centres: Array<[number, number, number]> = [
    [0, height * 0.16, 0],
    [width, height * source.between(0.36, 0.46), 1],
    [width * source.between(0.2, 0.42), height * 0.72, 2],
  ]
  for (const [x, y, offset] of centres) {
    const rings = source.int(6, 8)
    for (let i = rings; i > 0; i--) {
      pen.fillStyle = css(
        i % 2 === 0 ? inks.paper : (colours[(i + offset) % colours.length] ?? inks.ink),
      )
      pen.beginPath()
      pen.arc(x, y, (i / rings) * width * 0.46, 0, Math.PI * 2)
      pen.fill()
    }
  }
  const rows = balance(reading.title, 2)
  const size = Math.min(
    ...rows.map((row) => fit(pen, row, 'Vignette Serif Italic', width - u * 150, u * 170)),
  )
  const block = rows.length * size * 1.08 + u * 96
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, height - block, width, block)
  pen.fillStyle = css(inks.ink)
  pen.textAlign = 'left'
  rows.forEach((row, i) => {
    pen.font = font('Vignette Serif Italic', size)
    pen.fillText(row, u * 60, height - block + u * 18 + size * (0.86 + i * 1.06))
  })
  small(pen, subtitle(reading), u * 62, height - u * 40, u * 20, inks.ink)
}

/** Words as architecture: each as wide as the sheet. */
function paintStack(surface: Surface, reading: Reading, random: Random, inks: Inks): void {
  const { pen, width, height, u } = surface
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, 0, width, height)
  const rows = balance(reading.title, 4)
  const inner = width - u * 110
  const sizes = rows.map((row) => fit(pen, row.toUpperCase(), 'Vignette Display', inner, height))
  const room = height - u * 190
  const total = sizes.reduce((sum, size) => sum + size * 0.76, 0)
  const squeeze = Math.min(1.9, (room - u * 18 * rows.length) / total)
  const colours = random.fork('stack').chance(0.5)
    ? [inks.ink, inks.first, inks.ink, inks.second]
    : [inks.first, inks.ink, inks.second, inks.ink]
  let y = u * 62
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  rows.forEach((row, i) => {
    const size = sizes[i] ?? u * 100
    const tall = size * 0.72 * squeeze
    pen.save()
    pen.translate(u * 55, y + tall)
    pen.scale(1, squeeze)
    pen.font = font('Vignette Display', size)
    pen.fillStyle = css(colours[i % colours.length] ?? inks.ink)
    pen.fillText(row.toUpperCase(), 0, 0)
    pen.restore()
    y += tall + u * 22
  })
  pen.fillStyle = css(inks.first)
  pen.fillRect(u * 58, height - u * 92, inner, u * 6)
  small(pen, subtitle(reading), u * 58, height - u * 48, u * 20, inks.ink)
}
