import { css, mix } from '../drawing/colour.ts'
import { faceFor, font } from '../drawing/fonts.ts'
import type { Random } from '../drawing/random.ts'
import type { Member } from '../drawing/read-cast.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Surface } from '../drawing/surface.ts'
import { rampHand } from '../figures/draw-figure.ts'
import { drawEnsemble } from '../figures/signs.ts'
import type { Inks } from './poster-inks.ts'
import { balance, fit, paintSubtitle, stackRows } from './poster-lettering.ts'

/** Shapes on a strict grid, with words aligned left. */
export function paintSwiss(
  surface: Surface,
  reading: Reading,
  random: Random,
  inks: Inks,
  signs: readonly Member[],
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
  if (signs.length > 0) {
    const box = {
      x: Math.min(width * 0.6, cx),
      y: cy + big * 0.7,
      width: width * 0.72,
      height: big * 1.36,
    }
    drawEnsemble(
      pen,
      signs,
      box,
      rampHand(
        inks.ink.l < 0.5 ? inks.ink : inks.paper,
        mix(inks.second, inks.ink.l < 0.5 ? inks.paper : inks.ink, 0.6),
        0.45,
      ),
    )
  }
  const face = faceFor('Vignette Sans', reading.title)
  const rows = balance(reading.title, 3)
  const size = Math.min(...rows.map((row) => fit(pen, row, face, width - u * 120, u * 128)))
  const lines = stackRows(pen, rows, face, size, { first: 1.02, step: 1.02, last: 0 })
  const lowest = lines.baselines.at(-1) ?? 0
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  pen.fillStyle = css(inks.ink)
  rows.forEach((row, i) => {
    pen.font = font(face, size, row)
    pen.fillText(row, u * 58, height - u * 64 - lowest + (lines.baselines[i] ?? 0))
  })
  const rule = height - u * 64 - lowest - u * 26
  pen.fillRect(u * 60, rule, width - u * 120, u * 3)
  paintSubtitle(pen, reading, {
    x: u * 60,
    y: rule - u * 20,
    u,
    ink: inks.ink,
    width: width - u * 120,
  })
}

/** Concentric rings. */
export function paintArcs(surface: Surface, reading: Reading, random: Random, inks: Inks): void {
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
  const face = faceFor('Vignette Serif Italic', reading.title)
  const rows = balance(reading.title, 2)
  const size = Math.min(...rows.map((row) => fit(pen, row, face, width - u * 150, u * 170)))
  const last = 0.2 + 0.02 * rows.length
  const lines = stackRows(pen, rows, face, size, { first: 0.86, step: 1.06, last })
  const block = lines.height + u * 96
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, height - block, width, block)
  pen.fillStyle = css(inks.ink)
  pen.textAlign = 'left'
  rows.forEach((row, i) => {
    pen.font = font(face, size, row)
    pen.fillText(row, u * 60, height - block + u * 18 + (lines.baselines[i] ?? 0))
  })
  paintSubtitle(pen, reading, {
    x: u * 62,
    y: height - u * 40,
    u,
    ink: inks.ink,
    width: width - u * 120,
  })
}

/** Large stacked words, each as wide as the sheet. */
export function paintStack(surface: Surface, reading: Reading, random: Random, inks: Inks): void {
  const { pen, width, height, u } = surface
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, 0, width, height)
  const title = reading.title.toUpperCase()
  const face = faceFor('Vignette Display', title)
  const rows = balance(title, 4)
  const inner = width - u * 110
  const sizes = rows.map((row) => fit(pen, row, face, inner, height))
  const talls = rows.map((row, i) => {
    const setting = { first: 0.72, step: 0, last: 0 }
    return stackRows(pen, [row], face, sizes[i] ?? u * 100, setting)
  })
  const room = height - u * 190
  const total = talls.reduce((sum, tall, i) => sum + tall.height + (sizes[i] ?? 0) * 0.04, 0)
  const squeeze = Math.min(1.9, (room - u * 18 * rows.length) / total)
  const colours = random.fork('stack').chance(0.5)
    ? [inks.ink, inks.first, inks.ink, inks.second]
    : [inks.first, inks.ink, inks.second, inks.ink]
  let y = u * 62
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  rows.forEach((row, i) => {
    const size = sizes[i] ?? u * 100
    const tall = (talls[i]?.height ?? 0) * squeeze
    pen.save()
    pen.translate(u * 55, y + (talls[i]?.baselines[0] ?? 0) * squeeze)
    pen.scale(1, squeeze)
    pen.font = font(face, size, row)
    pen.fillStyle = css(colours[i % colours.length] ?? inks.ink)
    pen.fillText(row, 0, 0)
    pen.restore()
    y += tall + u * 22
  })
  pen.fillStyle = css(inks.first)
  pen.fillRect(u * 58, height - u * 92, inner, u * 6)
  paintSubtitle(pen, reading, {
    x: u * 58,
    y: height - u * 48,
    u,
    ink: inks.ink,
    width: width - u * 120,
  })
}
