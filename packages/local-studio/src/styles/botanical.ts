import { type Colour, css, hex, mix, shift } from '../drawing/colour.ts'
import { addGrain } from '../drawing/finish.ts'
import type { Random } from '../drawing/random.ts'
import type { Member } from '../drawing/read-cast.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import { type Pen, radialGradient, type Surface } from '../drawing/surface.ts'
import { rampHand } from '../figures/draw-figure.ts'
import { drawEnsemble } from '../figures/signs.ts'
import { paintFlower, paintPompon, paintSpray, paintTulip } from './botanical-flowers.ts'
import { type Garden, plantGarden } from './botanical-garden.ts'

/** Stems, leaves and flowers in the manner of an old printed plate. */
export function paintBotanical(surface: Surface, reading: Reading, random: Random): void {
  const { pen, width, height, u } = surface
  const garden = plantGarden(reading, random)
  pen.fillStyle = css(garden.paper)
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = radialGradient(pen, width / 2, height * 0.42, Math.max(width, height) * 0.62, [
    [0, shift(garden.paper, { l: 0.045 }), 1],
    [1, shift(garden.paper, { l: -0.05 }), 1],
  ])
  pen.fillRect(0, 0, width, height)
  const source = random.fork('stems')
  // A plant that the words name and a figure shows is the sheet's subject, among leaves only.
  const named = reading.cast.some(({ kind }) => kind === 'plant')
  const count = named ? 4 : reading.mood === 'calm' ? 5 : source.int(7, 9)
  const stems = Array.from({ length: count }, (_, i) => {
    const t = count === 1 ? 0.5 : i / (count - 1)
    const middle = 1 - Math.abs(t - 0.5) * 2
    return {
      tipX: width * (0.1 + 0.8 * t) + source.bell() * u * 24,
      tipY: height * (0.46 - 0.24 * middle + source.between(-0.08, 0.08)),
      kind: source.pick(
        named
          ? (['fern'] as const)
          : (['bloom', 'bloom', 'tulip', 'spray', 'fern', 'round'] as const),
      ),
      depth: source.next(),
    }
  }).sort((a, b) => a.depth - b.depth)
  for (const [i, stem] of stems.entries())
    paintStem(surface, garden, stem, random.fork(`stem ${i}`))
  paintGuests(surface, garden, reading.cast)
  addGrain(surface, random.fork('grain'), 0.28)
}

/** Draws the figures that the words name: flying figures among the flowers, all other figures in front. */
function paintGuests(
  { pen, width, height, u }: Surface,
  garden: Garden,
  cast: readonly Member[],
): void {
  const light = garden.petals[0] ?? garden.heart
  const pale = garden.paper.l > 0.5
  const dark = mix(garden.stem, hex('#0c1210'), pale ? 0.35 : 0.6)
  const hand = rampHand(
    dark,
    pale ? mix(garden.paper, light, 0.15) : mix(hex('#fff8ee'), light, 0.15),
    0.62,
  )
  const flying = cast.filter(({ kind, to }) => kind === 'flier' && !to)
  for (const [i, member] of flying.entries()) {
    const box = {
      x: width * (i % 2 ? 0.82 : 0.2),
      y: height * (0.24 + 0.1 * i),
      width: u * 230,
      height: u * 130,
    }
    drawEnsemble(pen, [member], box, hand)
  }
  if (flying.length === cast.length) return
  pen.fillStyle = css(
    pale ? mix(garden.stem, garden.paper, 0.2) : mix(garden.paper, hex('#000000'), 0.45),
  )
  pen.beginPath()
  pen.ellipse(width / 2, height * 1.06, width * 0.66, height * 0.14, 0, 0, Math.PI * 2)
  pen.fill()
  const standing = cast.map((member) =>
    flying.includes(member) ? { ...member, count: 0 } : member,
  )
  drawEnsemble(
    pen,
    standing,
    {
      x: width / 2,
      y: height * 0.95,
      width: width * 0.8,
      height: height * (cast.some(({ kind }) => kind === 'plant') ? 0.66 : 0.3),
    },
    hand,
  )
}

interface Stem {
  tipX: number
  tipY: number
  kind: 'bloom' | 'tulip' | 'spray' | 'fern' | 'round'
}

function paintStem(surface: Surface, garden: Garden, stem: Stem, random: Random): void {
  const { pen, width, height, u } = surface
  const rootX = width * 0.5 + (stem.tipX - width * 0.5) * 0.22
  const rootY = height * 1.02
  const bendX = rootX + (stem.tipX - rootX) * 0.25 + random.bell() * u * 30
  const bendY = rootY + (stem.tipY - rootY) * 0.62
  const at = (t: number) => {
    const k = 1 - t
    return [
      k * k * rootX + 2 * k * t * bendX + t * t * stem.tipX,
      k * k * rootY + 2 * k * t * bendY + t * t * stem.tipY,
    ] as const
  }
  const direction = (t: number) => {
    const [x1, y1] = at(Math.max(0, t - 0.02))
    const [x2, y2] = at(Math.min(1, t + 0.02))
    return Math.atan2(y2 - y1, x2 - x1)
  }
  pen.strokeStyle = css(garden.stem)
  pen.lineWidth = u * random.between(4.5, 7)
  pen.beginPath()
  pen.moveTo(rootX, rootY)
  pen.quadraticCurveTo(bendX, bendY, stem.tipX, stem.tipY)
  pen.stroke()
  const leaf = random.pick(garden.leaves)
  const pairs = stem.kind === 'fern' ? 17 : random.int(4, 7)
  for (let i = 0; i < pairs; i++) {
    const t = 0.2 + (i / pairs) * (stem.kind === 'fern' ? 0.8 : 0.62)
    const [x, y] = at(t)
    const long =
      u * (stem.kind === 'fern' ? 105 * (1.12 - t) : random.between(75, 135) * (1.15 - t * 0.6))
    for (const side of [-1, 1]) {
      if (stem.kind !== 'fern' && random.chance(0.25)) continue
      const angle = direction(t) + side * random.between(0.62, 0.95)
      paintLeaf(
        pen,
        x,
        y,
        long,
        long * (stem.kind === 'fern' ? 0.2 : 0.36),
        angle,
        shift(leaf, { l: random.bell() * 0.04 }),
        u,
      )
    }
  }
  const size = u * random.between(70, 105)
  const petal = random.pick(garden.petals)
  if (stem.kind === 'bloom') paintFlower(surface, stem.tipX, stem.tipY, size, petal, garden, random)
  if (stem.kind === 'tulip') paintTulip(pen, stem.tipX, stem.tipY, size * 1.1, petal, direction(1))
  if (stem.kind === 'round') paintPompon(surface, stem.tipX, stem.tipY, size * 0.8, petal, random)
  if (stem.kind === 'spray')
    paintSpray(surface, stem.tipX, stem.tipY, size * 1.5, petal, garden, random)
}

function paintLeaf(
  pen: Pen,
  x: number,
  y: number,
  long: number,
  wide: number,
  angle: number,
  colour: Colour,
  u: number,
): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate(angle)
  pen.fillStyle = css(colour)
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.bezierCurveTo(long * 0.25, -wide, long * 0.75, -wide * 0.8, long, 0)
  pen.bezierCurveTo(long * 0.75, wide * 0.6, long * 0.25, wide * 0.8, 0, 0)
  pen.fill()
  pen.fillStyle = css(shift(colour, { l: -0.045 }))
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.bezierCurveTo(long * 0.25, wide * 0.8, long * 0.75, wide * 0.6, long, 0)
  pen.quadraticCurveTo(long * 0.5, wide * 0.05, 0, 0)
  pen.fill()
  pen.strokeStyle = css(shift(colour, { l: 0.09 }), 0.7)
  pen.lineWidth = u * 1.3
  pen.beginPath()
  pen.moveTo(long * 0.04, 0)
  pen.quadraticCurveTo(long * 0.5, wide * 0.04, long * 0.93, 0)
  pen.stroke()
  pen.restore()
}
