import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { faceFor, font } from '../drawing/fonts.ts'
import { createSurface, type Pen, type Surface, verticalGradient } from '../drawing/surface.ts'
import { drawCover } from '../video/draw-view.ts'

/** What a card says beneath its picture. */
export interface CardWords {
  name: string
  /** Who made the recipe. */
  by: string
  /** The short address, as people type it. */
  address: string
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Card {
  /** The card without the sample's picture. */
  ground: Canvas
  /** The box in which the whole picture stands. */
  box: Box
}

const MARGIN = 72
/** What phones cover at a story's top and bottom with their own buttons. */
const STORY_COVERED = { top: 190, bottom: 250 }
const NAME_SIZE = 66
const NAME_LINES = 2
const RADIUS = 28

/** A card of the picture's own colours, with its words; the picture itself is drawn by `drawPicture`. */
export function layCard(
  picture: Canvas,
  { width, height }: { width: number; height: number },
  words: CardWords,
): Card {
  const surface = createSurface(width, height)
  const { pen } = surface
  drawBackdrop(surface, picture)
  const isStory = height > width * 1.6
  const top = isStory ? STORY_COVERED.top : MARGIN
  const foot = height - (isStory ? STORY_COVERED.bottom : MARGIN)
  const wide = width - 2 * MARGIN

  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'left'
  pen.font = font(faceFor('Vignette Sans', words.name), NAME_SIZE, words.name)
  const lines = breakLines(pen, words.name, wide, NAME_LINES)
  const textTop = foot - (lines.length * NAME_SIZE * 1.16 + 58 + 92)
  const box = fit(picture, { x: MARGIN, y: top, width: wide, height: textTop - 44 - top })

  pen.fillStyle = '#ffffff'
  let y = textTop + NAME_SIZE * 0.86
  for (const line of lines) {
    pen.fillText(line, MARGIN, y)
    y += NAME_SIZE * 1.16
  }
  const small = words.by + words.address
  pen.font = font(faceFor('Vignette Sans', small), 36, small)
  pen.fillStyle = 'rgba(255,255,255,0.82)'
  pen.fillText(cutTo(pen, words.by, wide), MARGIN, y - 4)
  drawAddress(pen, cutTo(pen, words.address, wide - 56), foot)
  return { ground: surface.canvas, box }
}

/** The picture, with round corners; a zoom above 1 shows its middle. */
export function drawPicture(pen: Pen, picture: Canvas, { x, y, width, height }: Box, zoom = 1) {
  const wide = picture.width / zoom
  const tall = picture.height / zoom
  pen.save()
  pen.beginPath()
  pen.roundRect(x, y, width, height, RADIUS)
  pen.clip()
  pen.drawImage(
    picture,
    (picture.width - wide) / 2,
    (picture.height - tall) / 2,
    wide,
    tall,
    x,
    y,
    width,
    height,
  )
  pen.restore()
}

/** Draws a tiny copy of the picture enlarged, which looks blurred and costs nothing. */
function drawBackdrop({ pen, width, height }: Surface, picture: Canvas): void {
  const tiny = createSurface(18, Math.round((18 * height) / width))
  drawCover(tiny, picture)
  const small = createCanvas(90, Math.round((90 * height) / width))
  const smooth = small.getContext('2d')
  smooth.imageSmoothingQuality = 'high'
  smooth.drawImage(tiny.canvas, 0, 0, small.width, small.height)
  pen.drawImage(small, 0, 0, width, height)
  pen.fillStyle = 'rgba(14,14,18,0.5)'
  pen.fillRect(0, 0, width, height)
  const black = { l: 0.12, c: 0.01, h: 280 }
  pen.fillStyle = verticalGradient(pen, height * 0.5, height, [
    [0, black, 0],
    [1, black, 0.75],
  ])
  pen.fillRect(0, 0, width, height)
}

function drawAddress(pen: Pen, text: string, foot: number): void {
  const width = pen.measureText(text).width + 56
  pen.fillStyle = '#ffffff'
  pen.beginPath()
  pen.roundRect(MARGIN, foot - 68, width, 68, 34)
  pen.fill()
  pen.fillStyle = '#17171a'
  pen.fillText(text, MARGIN + 28, foot - 22)
}

/** The box in which the whole picture is as large as the room allows, in the middle of the room. */
function fit(picture: { width: number; height: number }, room: Box): Box {
  const scale = Math.min(room.width / picture.width, room.height / picture.height)
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  return {
    x: Math.round(room.x + (room.width - width) / 2),
    y: Math.round(room.y + (room.height - height) / 2),
    width,
    height,
  }
}

function breakLines(pen: Pen, text: string, width: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (!line || pen.measureText(longer).width <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line) lines.push(line)
  const shown = lines.slice(0, most)
  if (lines.length > most) shown[most - 1] = `${shown[most - 1]} ${lines.slice(most).join(' ')}`
  return shown.map((one) => cutTo(pen, one, width))
}

function cutTo(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text
  const letters = Array.from(text)
  while (letters.length > 1 && pen.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
