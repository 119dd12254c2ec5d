import { type Colour, css, hex, mix, shift } from '../drawing/colour.ts'
import { glow, radialGradient, type Surface, verticalGradient } from '../drawing/surface.ts'
import type { Ridge } from './land.ts'
import type { Setting } from './setting.ts'

const WALLS = ['#d9c7ae', '#a9b8b0', '#c9a893', '#8fa3b3', '#d8b98a', '#b7a3b5'].map(hex)

/** A room whose window shows the sky that was painted before; small things get a table. */
export function paintRoom(surface: Surface, setting: Setting): { ridge: Ridge; colour: Colour } {
  const { pen, width, height, u } = surface
  const { palette, time, random } = setting
  const source = random.fork('room')
  const dark = time === 'night' || time === 'dusk'
  const own = source.pick(WALLS)
  const wall = dark
    ? mix(shift(own, { l: -0.3 }), palette.near, 0.25)
    : mix(own, palette.light, 0.2)
  const floorAt = height * setting.horizon
  const pane = {
    x: width * (setting.lightX < 0.5 ? 0.12 : 0.56),
    y: height * 0.1,
    w: width * 0.32,
    h: height * 0.38,
  }
  pen.fillStyle = verticalGradient(pen, 0, floorAt, [
    [0, shift(wall, { l: -0.05 })],
    [1, wall],
  ])
  pen.beginPath()
  pen.rect(0, 0, width, floorAt)
  pen.rect(pane.x, pane.y, pane.w, pane.h)
  pen.fill('evenodd')
  const frame = dark ? mix(hex('#e9dcc8'), palette.near, 0.45) : hex('#f3eadb')
  pen.strokeStyle = css(frame)
  pen.lineWidth = u * 16
  pen.strokeRect(pane.x, pane.y, pane.w, pane.h)
  pen.lineWidth = u * 8
  pen.beginPath()
  pen.moveTo(pane.x + pane.w / 2, pane.y)
  pen.lineTo(pane.x + pane.w / 2, pane.y + pane.h)
  pen.moveTo(pane.x, pane.y + pane.h * 0.46)
  pen.lineTo(pane.x + pane.w, pane.y + pane.h * 0.46)
  pen.stroke()
  pen.fillStyle = css(shift(frame, { l: -0.08 }))
  pen.fillRect(pane.x - u * 26, pane.y + pane.h + u * 4, pane.w + u * 52, u * 18)
  const wood = dark ? mix(hex('#7a5133'), palette.near, 0.45) : hex('#a8744a')
  pen.fillStyle = verticalGradient(pen, floorAt, height, [
    [0, shift(wood, { l: 0.05 })],
    [1, shift(wood, { l: -0.12 })],
  ])
  pen.fillRect(0, floorAt, width, height - floorAt)
  pen.fillStyle = css(shift(wood, { l: 0.12 }), 0.8)
  pen.fillRect(0, floorAt - u * 3, width, u * 6)
  pen.strokeStyle = css(shift(wood, { l: -0.14 }), 0.35)
  for (let i = 0; i < 26; i++) {
    const y = floorAt + (height - floorAt) * source.next() ** 1.2
    const x = source.next() * width
    pen.lineWidth = u * source.between(0.8, 2.2)
    pen.beginPath()
    pen.moveTo(x, y)
    pen.bezierCurveTo(x + width * 0.1, y - u * 4, x + width * 0.2, y + u * 4, x + width * 0.34, y)
    pen.stroke()
  }
  if (isStill(setting)) paintEdge(surface, wood)
  // The window's light falls across the floor.
  pen.fillStyle = css(palette.light, dark ? 0.1 : 0.2)
  pen.beginPath()
  const lean = setting.lightX < 0.5 ? width * 0.2 : -width * 0.2
  pen.moveTo(pane.x, floorAt)
  pen.lineTo(pane.x + pane.w, floorAt)
  pen.lineTo(pane.x + pane.w + lean, height)
  pen.lineTo(pane.x + lean * 0.8, height)
  pen.fill()
  if (dark) glow(pen, width * 0.5, height * 0.5, height * 0.55, hex('#ffb765'), 0.32)
  pen.fillStyle = radialGradient(pen, width / 2, height / 2, Math.hypot(width, height) * 0.6, [
    [0.5, palette.near, 0],
    [1, palette.near, 0.38],
  ])
  pen.fillRect(0, 0, width, height)
  return { ridge: { at: () => floorAt, top: floorAt }, colour: shift(wood, { l: -0.2 }) }
}

/** Small things alone stand on a table, which the viewer sits at. */
const isStill = ({ cast }: Setting) =>
  cast.length > 0 &&
  cast.every(
    ({ kind, metres }) => ['food', 'thing', 'clothes', 'plant'].includes(kind) && metres < 0.8,
  )

function paintEdge({ pen, width, height, u }: Surface, wood: Colour): void {
  const edge = height * 0.925
  pen.fillStyle = css(shift(wood, { l: 0.08 }))
  pen.fillRect(0, edge, width, u * 10)
  pen.fillStyle = verticalGradient(pen, edge + u * 10, height, [
    [0, shift(wood, { l: -0.16 })],
    [1, shift(wood, { l: -0.3 })],
  ])
  pen.fillRect(0, edge + u * 10, width, height - edge)
}
