import { type Colour, css, hex, mix, shift } from '../drawing/colour.ts'
import { glow, radialGradient, type Surface, verticalGradient } from '../drawing/surface.ts'
import { furnish } from './furnish.ts'
import type { Ridge } from './land.ts'
import { isClosed, paintWall } from './room-walls.ts'
import type { Setting } from './setting.ts'
import { floorOf, wallOf } from './wall-colours.ts'

const WALLS = ['#d9c7ae', '#a9b8b0', '#c9a893', '#8fa3b3', '#d8b98a', '#b7a3b5'].map(hex)

/** A room whose window shows the sky that was painted before; small things get a table. */
export function paintRoom(surface: Surface, setting: Setting): { ridge: Ridge; colour: Colour } {
  const { pen, width, height, u } = surface
  const { palette, time, random } = setting
  const source = random.fork('room')
  const dark = time === 'night' || time === 'dusk'
  const { room } = setting
  const picked = source.pick(WALLS)
  const own = wallOf(room) ?? picked
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
  if (!isClosed(room)) pen.rect(pane.x, pane.y, pane.w, pane.h)
  pen.fill('evenodd')
  if (!isClosed(room))
    paintFrame(surface, pane, dark ? mix(hex('#e9dcc8'), palette.near, 0.45) : hex('#f3eadb'))
  const boards = floorOf(room)
  const wood = dark
    ? mix(boards ? shift(boards, { l: -0.12 }) : hex('#7a5133'), palette.near, 0.45)
    : (boards ?? hex('#a8744a'))
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
  const free =
    setting.lightX < 0.5
      ? { left: pane.x + pane.w + u * 40, right: width }
      : { left: 0, right: pane.x - u * 40 }
  const plain = {
    ...(isClosed(room) ? { left: width * 0.1, right: width * 0.9 } : free),
    floorAt,
    outwards: !isClosed(room) && setting.lightX >= 0.5 ? (-1 as const) : (1 as const),
  }
  const dim = (colour: Colour) =>
    dark ? mix(shift(colour, { l: -0.1 }), palette.near, 0.4) : colour
  pen.save()
  if (!isClosed(room)) {
    // Tiles and planks end at the window's frame.
    pen.beginPath()
    pen.rect(0, 0, width, height)
    pen.rect(pane.x - u * 8, pane.y - u * 8, pane.w + u * 16, pane.h + u * 34)
    pen.clip('evenodd')
  }
  paintWall(surface, { ...plain, room, colour: wall, wood, dim, random: source.fork('wall') })
  pen.restore()
  furnish(surface, setting, plain)
  if (isStill(setting)) paintEdge(surface, wood)
  // The window's light falls across the floor.
  pen.fillStyle = css(palette.light, isClosed(room) ? 0 : dark ? 0.1 : 0.2)
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

interface Pane {
  x: number
  y: number
  w: number
  h: number
}

function paintFrame({ pen, u }: Surface, pane: Pane, frame: Colour): void {
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
}
