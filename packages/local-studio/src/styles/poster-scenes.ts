import { css, hex, mix, white } from '../drawing/colour.ts'
import { faceFor, font } from '../drawing/fonts.ts'
import type { Random } from '../drawing/random.ts'
import type { Member } from '../drawing/read-cast.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import { createSurface, type Surface } from '../drawing/surface.ts'
import { rampHand } from '../figures/draw-figure.ts'
import { drawEnsemble } from '../figures/signs.ts'
import { chooseSetting } from '../scenery/setting.ts'
import { paintScene } from './landscape.ts'
import type { Inks } from './poster-inks.ts'
import { balance, CAPITALS, fit, paintSubtitle, stackRows } from './poster-lettering.ts'

/** A framed view over a large name, in the manner of old railway posters. */
export function paintTravel(surface: Surface, reading: Reading, random: Random, inks: Inks): void {
  const { pen, width, height, u } = surface
  const margin = u * 52
  const title = reading.title.toUpperCase()
  const face = faceFor('Vignette Display', title)
  const rows = balance(title, title.length > 14 ? 2 : 1)
  const paper = inks.paper.l > 0.5 ? inks.paper : hex('#f4ead6')
  const ink = mix(inks.ink.l < 0.5 ? inks.ink : hex('#1c1b22'), inks.first, 0.12)
  pen.fillStyle = css(paper)
  pen.fillRect(0, 0, width, height)
  const inner = width - margin * 2
  const sizes = rows.map((row) =>
    fit(
      pen,
      row,
      face,
      inner,
      u * Math.min(250, (rows.length === 1 ? 190 : 132) * (height / width) ** 1.2),
    ),
  )
  const size = Math.min(...sizes)
  const lines = stackRows(pen, rows, face, size, CAPITALS)
  const block = lines.height + u * (reading.caption === '' ? 36 : 62)
  const frame = { x: margin, y: margin, w: inner, h: height - margin * 2 - block }
  const view = createSurface(Math.round(frame.w), Math.round(frame.h), surface.scale)
  paintScene(view, chooseSetting(reading, random))
  pen.drawImage(view.canvas, frame.x, frame.y, view.width, view.height)
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  rows.forEach((row, i) => {
    pen.font = font(face, size, row)
    pen.fillStyle = css(ink)
    pen.fillText(row, width / 2, frame.y + frame.h + u * 22 + (lines.baselines[i] ?? 0))
  })
  paintSubtitle(pen, reading, {
    x: width / 2,
    y: height - margin + u * 2,
    u,
    ink: mix(ink, paper, 0.25),
    width: inner,
    align: 'center',
  })
}

/** The figures, or the name's initial, before a disc, with the name below. */
export function paintEmblem(
  surface: Surface,
  reading: Reading,
  random: Random,
  inks: Inks,
  signs: readonly Member[],
): void {
  const { pen, width, height, u } = surface
  const source = random.fork('emblem')
  pen.fillStyle = css(inks.paper)
  pen.fillRect(0, 0, width, height)
  const title = reading.title.toUpperCase()
  const face = faceFor('Vignette Display', title)
  const rows = balance(title, title.length > 16 ? 2 : 1)
  const size = Math.min(...rows.map((row) => fit(pen, row, face, width - u * 130, u * 210)))
  const lines = stackRows(pen, rows, face, size, CAPITALS)
  const textTop = height - u * 84 - lines.height
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
  if (signs.length > 0)
    pen.ellipse(width / 2, cy + radius * 1.02, radius * 1.3, radius * 0.5, 0, 0, Math.PI * 2)
  pen.fill()
  pen.restore()
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  if (signs.length > 0) {
    const shade = inks.ink.l < inks.paper.l ? inks.ink : mix(inks.paper, hex('#000000'), 0.45)
    const box = { x: width / 2, y: cy + radius * 0.74, width: radius * 1.9, height: radius * 1.34 }
    drawEnsemble(pen, signs, box, rampHand(shade, mix(inks.second, white, 0.45), 0.5))
  } else {
    pen.font = font(face, radius * 1.5, title)
    pen.fillStyle = css(inks.first.l > 0.62 ? inks.ink : white)
    pen.fillText(title.slice(0, 1), width / 2, cy + radius * 0.53)
  }
  rows.forEach((row, i) => {
    pen.font = font(face, size, row)
    pen.fillStyle = css(inks.ink)
    pen.fillText(row, width / 2, textTop + (lines.baselines[i] ?? 0))
  })
  paintSubtitle(pen, reading, {
    x: width / 2,
    y: height - u * 48,
    u,
    ink: inks.ink,
    width: width - u * 120,
    align: 'center',
  })
}
