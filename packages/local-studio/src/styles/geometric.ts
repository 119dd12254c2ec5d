import { type Colour, css, hex, mix, shift } from '../drawing/colour.ts'
import { addGrain } from '../drawing/finish.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Pen, Surface } from '../drawing/surface.ts'
import { rampHand } from '../figures/draw-figure.ts'
import { drawEnsemble, signsOf } from '../figures/signs.ts'

const SETS = [
  ['#f1e3c8', '#1d3354', '#e0532f', '#f2b035', '#4f9d92', '#f7f0e0'],
  ['#f6eee3', '#2d2a4a', '#d1495b', '#edae49', '#00798c', '#f4c9b4'],
  ['#101426', '#f3e9d2', '#ef6f53', '#5bc0be', '#f4d35e', '#3a506b'],
  ['#e8efe8', '#143d36', '#f26b4e', '#f5c26b', '#7fb7a3', '#23577a'],
  ['#ffe8d6', '#3d2645', '#832161', '#da4167', '#f0a868', '#6a9fb5'],
]

/** A quilt of quarter circles, petals and stripes. */
export function paintGeometric(surface: Surface, reading: Reading, random: Random): void {
  const { pen, width, height } = surface
  const colours = chooseColours(reading, random)
  const source = random.fork('tiles')
  const calm = reading.mood === 'calm' || reading.mood === 'wistful'
  const across = calm ? 4 : source.pick([5, 6, 7])
  const side = width / across
  const down = Math.ceil(height / side)
  const icons = signsOf(reading)
  let turn = 0
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const left = down * across - row * across - column
      const back = source.pick(colours)
      const front = source.pick(
        colours
          .filter((colour) => Math.abs(colour.l - back.l) + Math.abs(colour.c - back.c) > 0.12)
          .concat(colours[1] ?? back),
      )
      const third = source.pick(colours)
      pen.save()
      pen.translate(column * side, row * side)
      pen.beginPath()
      pen.rect(0, 0, side + 0.6, side + 0.6)
      pen.clip()
      pen.fillStyle = css(back)
      pen.fillRect(0, 0, side + 1, side + 1)
      pen.translate(side / 2, side / 2)
      pen.rotate((source.int(0, 3) * Math.PI) / 2)
      pen.translate(-side / 2, -side / 2)
      const icon =
        icons.length > 0 && (source.chance(0.3) || left <= icons.length - turn)
          ? icons[turn++ % icons.length]
          : undefined
      if (icon) {
        pen.restore()
        pen.save()
        pen.fillStyle = css(back)
        pen.fillRect(column * side, row * side, side + 0.6, side + 0.6)
        const box = {
          x: (column + 0.5) * side,
          y: (row + 0.88) * side,
          width: side * 0.8,
          height: side * 0.76,
        }
        const { name, kind, metres, colour } = icon
        const alone = { name, kind, metres, ...(colour ? { colour } : {}) }
        const dark = mix(front, hex('#101018'), back.l > 0.5 ? 0.35 : 0)
        const pale = mix(front, hex('#fffaf0'), back.l > 0.5 ? 0.35 : 0.75)
        drawEnsemble(
          pen,
          [{ ...alone, count: 1, size: 1 }],
          box,
          rampHand(dark, mix(pale, third, 0.2), 0.3),
        )
      } else paintTile(pen, source, side, front, third, back)
      pen.restore()
    }
  }
  addGrain(surface, random.fork('grain'), 0.26)
}

function chooseColours(reading: Reading, random: Random): Colour[] {
  const set = random.fork('set').pick(SETS).map(hex)
  if (reading.colours.length === 0) return set
  const [first] = reading.colours
  if (!first) return set
  const family = reading.colours.flatMap((colour) => [
    colour,
    shift(colour, { l: colour.l > 0.6 ? -0.24 : 0.24 }),
    shift(colour, { h: 24, l: 0.06 }),
  ])
  const paper = first.l > 0.75 ? hex('#1b1c26') : hex('#f5ecdc')
  const ink = first.l > 0.75 ? hex('#f5ecdc') : mix(hex('#15161f'), first, 0.25)
  return [paper, ink, ...family].slice(0, 8)
}

function paintTile(
  pen: Pen,
  source: Random,
  side: number,
  front: Colour,
  third: Colour,
  back: Colour,
): void {
  pen.fillStyle = css(front)
  const disc = (x: number, y: number, radius: number) => {
    pen.beginPath()
    pen.arc(x, y, radius, 0, Math.PI * 2)
    pen.fill()
  }
  switch (source.int(0, 8)) {
    case 0:
      disc(0, 0, side)
      pen.fillStyle = css(third)
      return disc(0, 0, side * 0.5)
    case 1:
      disc(side / 2, 0, side / 2)
      pen.fillStyle = css(third)
      return disc(side / 2, side, side / 2)
    case 2:
      pen.beginPath()
      pen.moveTo(0, 0)
      pen.quadraticCurveTo(side, 0, side, side)
      pen.quadraticCurveTo(0, side, 0, 0)
      return pen.fill()
    case 3:
      for (let i = 0; i < 4; i++) {
        pen.fillStyle = css(i % 2 === 0 ? front : back)
        disc(0, side, side * (1 - i * 0.25))
      }
      return
    case 4:
      for (let i = 0; i < 5; i++) pen.fillRect(0, (i * side) / 5, side, side / 10)
      return
    case 5:
      pen.beginPath()
      pen.moveTo(0, side)
      pen.lineTo(side, side)
      pen.lineTo(side, 0)
      return pen.fill()
    case 6:
      disc(side / 2, side / 2, side * 0.36)
      pen.fillStyle = css(third)
      return disc(side / 2, side / 2, side * 0.16)
    case 7:
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        disc(x * side, y * side, side * 0.44)
      return
    default:
      pen.beginPath()
      pen.moveTo(side / 2, 0)
      pen.quadraticCurveTo(side / 2, side / 2, side, side / 2)
      pen.quadraticCurveTo(side / 2, side / 2, side / 2, side)
      pen.quadraticCurveTo(side / 2, side / 2, 0, side / 2)
      pen.quadraticCurveTo(side / 2, side / 2, side / 2, 0)
      return pen.fill()
  }
}
