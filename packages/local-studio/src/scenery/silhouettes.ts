import { Path2D } from '@napi-rs/canvas'
import { type Colour, css } from '../drawing/colour.ts'
import type { Pen } from '../drawing/surface.ts'

interface Part {
  path: string
  /** Line width; absent means a filled shape. */
  line?: number
  /** Drawn in the second colour: eyes, doors, belly. */
  light?: boolean
}

/** Each shape stands on y = 100 in a box of 100 by 100 and faces right. */
const SHAPES = {
  cat: [
    {
      path: 'M38 100C27 99 24 88 27 74C29 62 36 54 38 45C33 41 31 34 32 27L31 10L42 19C47 17 53 17 58 19L69 10L68 27C69 34 67 41 62 45C64 54 71 62 73 74C76 88 73 99 62 100Z',
    },
    { path: 'M66 96C84 99 95 89 89 76C86 68 91 62 95 66', line: 6 },
  ],
  dog: [
    {
      path: 'M34 100C27 98 25 86 29 74C32 63 38 56 42 46C38 40 38 30 44 24C40 26 37 34 33 36C30 28 34 16 44 14C54 10 62 14 65 21C72 23 79 25 81 29C81 34 76 37 68 38C67 46 69 56 70 66C71 78 72 90 73 96L77 98L77 100Z',
    },
    { path: 'M32 96C20 96 14 88 16 78', line: 6 },
  ],
  fox: [
    {
      path: 'M40 100C32 96 31 84 35 72C38 60 46 52 48 44C44 40 43 33 45 27L41 8L52 18C55 17 58 17 60 18L67 8L68 26C75 30 82 35 86 39C82 43 75 44 69 44C68 54 70 64 71 74L73 97L78 98L78 100Z',
    },
    { path: 'M42 99C24 104 6 96 4 82C3 74 9 66 15 70C14 82 26 86 38 84Z' },
    { path: 'M4 82C3 74 9 66 15 70C14 74 15 78 17 80C12 84 8 84 4 82Z', light: true },
  ],
  deer: [
    {
      path: 'M22 52C30 46 52 48 62 44C67 36 69 31 71 26L66 20L74 20C78 19 83 22 89 28L87 32L79 33C77 42 75 52 71 58L69 68L71 83L69 100L65.5 100L66 84L62 69C55 68 48 69 42 67L38 74L39 86L37 100L33.5 100L34 86L31 74C31 82 30 90 28 100L24.5 100L26 84L25 66C21 62 20 56 22 52Z',
    },
    { path: 'M74 20C70 12 72 6 67 0M72 12L64 8M76 20C80 12 79 7 83 1M79 12L87 9', line: 1.8 },
    { path: 'M23 52L18 57', line: 3 },
  ],
  rabbit: [
    {
      path: 'M34 100C24 96 24 76 36 66C44 60 50 58 54 54C48 50 48 42 53 37C49 26 46 10 51 7C57 6 59 24 60 34C62 24 67 9 72 11C76 14 71 28 67 38C74 42 76 49 71 54C69 58 66 60 67 64C73 74 72 90 74 97L78 100Z',
    },
    { path: 'M22 90a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z' },
  ],
  owl: [
    {
      path: 'M50 13C42 13 36 15 29 7C27 18 26 26 26 36C21 54 22 80 38 92L36 100L44 95L56 95L64 100L62 92C78 80 79 54 74 36C74 26 73 18 71 7C64 15 58 13 50 13Z',
    },
    {
      path: 'M32 33a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0ZM51 33a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0ZM50 41L46 47L50 53L54 47Z',
      light: true,
    },
    {
      path: 'M37.500 33a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0 -7 0ZM55.500 33a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0 -7 0Z',
    },
  ],
  whale: [
    {
      path: 'M97 60C96 38 74 26 52 32C36 36 26 46 14 45C16 38 12 29 4 25C4 34 2 38 5 45C1 50 0 57 3 63C9 58 14 57 19 60C30 78 54 88 76 84C90 81 98 72 97 60Z',
    },
    { path: 'M96 66C84 74 66 74 50 68C58 82 76 86 88 79C93 76 96 71 96 66Z', light: true },
    { path: 'M60 72C54 82 44 90 34 90C38 82 44 74 50 68Z' },
    { path: 'M84 59a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z', light: true },
    { path: 'M72 27C71 20 66 16 60 16M74 27C75 20 80 16 86 17', line: 2.4 },
  ],
  fish: [
    { path: 'M96 60C82 40 54 36 32 53L8 38C13 52 13 66 8 82L32 67C54 84 82 80 96 60Z' },
    {
      path: 'M48 44C54 34 64 30 72 32C72 37 72 40 74 44ZM56 76C58 84 66 88 72 88C72 82 72 80 72 76Z',
    },
    { path: 'M80 56a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z', light: true },
    { path: 'M68 48C63 55 63 65 68 72M56 49C51 56 51 64 56 71', line: 1.6, light: true },
  ],
  butterfly: [
    {
      path: 'M50 56C44 30 20 12 8 22C0 30 8 54 46 60C22 60 16 76 24 86C32 94 46 82 50 64C54 82 68 94 76 86C84 76 78 60 54 60C92 54 100 30 92 22C80 12 56 30 50 56Z',
    },
    {
      path: 'M18 30a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM70 30a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM30 78a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM62 78a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
      light: true,
    },
    { path: 'M50 50L50 84M50 50C48 40 44 34 38 30M50 50C52 40 56 34 62 30', line: 2.4 },
  ],
  person: [
    { path: 'M43 15a7.500 7.500 0 1 0 15 0a7.500 7.500 0 1 0 -15 0Z' },
    {
      path: 'M45 25C40 27 38 34 37 44L36 62L40 62L42 50L43 66L41 100L48 100L50.500 72L53 100L60 100L58 66L59 50L61 62L65 62L64 44C63 34 61 27 56 25Z',
    },
    { path: 'M36 30C30 32 30 48 34 54L44 54L44 30Z' },
  ],
  horse: [
    {
      path: 'M16 50C22 44 44 48 56 44C62 36 65 26 72 18L72 12L77 16C82 19 87 28 91 35L88 39L82 37L78 36C76 44 75 52 71 58L70 70L76 80L74 96L70 96L71 82L62 70C54 68 46 70 40 67L34 76L38 88L36 100L32 100L33 88L26 76C27 84 22 90 22 100L18 100L18 84L20 66C15 62 13 56 16 50Z',
    },
    { path: 'M17 51C8 52 5 64 8 80C11 74 13 66 18 60Z' },
    { path: 'M70 14C62 20 56 32 50 44L58 44C64 34 68 26 74 20Z' },
  ],
  elephant: [
    {
      path: 'M10 60C10 40 30 30 52 34C58 24 76 22 84 32C90 40 88 54 88 68C88 80 88 90 94 92L95 95C86 98 82 88 82 74C82 68 80 64 76 64C74 70 72 74 70 76L70 100L59 100L58 80C50 82 42 82 35 80L34 100L22 100L21 78C12 74 10 68 10 60Z',
    },
    { path: 'M11 56C6 62 6 72 8 78', line: 2.4 },
    { path: 'M62 36C54 36 51 46 54 56C58 62 66 60 70 54C72 46 70 38 62 36Z', light: true },
  ],
  bear: [
    {
      path: 'M8 66C8 46 26 36 46 40C56 36 62 38 66 36C66 30 73 29 75 34C84 35 88 42 94 48C96 52 92 56 84 57C80 60 78 64 76 68L77 94L80 100L66 100L64 80C54 82 44 82 36 80L36 94L38 100L24 100L22 82C12 80 8 74 8 66Z',
    },
  ],
  bird: [
    {
      path: 'M20 66C30 66 36 54 46 46C56 36 66 30 74 34C78 34 82 38 90 40L80 44C80 60 68 74 52 76L38 84L8 92L26 76Z',
    },
    { path: 'M54 76L56 98M62 74L64 98', line: 1.8 },
    { path: 'M74 40a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0 -3.600 0Z', light: true },
  ],
  boat: [
    { path: 'M14 80L88 80C84 92 78 98 70 98L32 98C22 98 17 90 14 80Z' },
    { path: 'M50 4L50 80', line: 2 },
    { path: 'M54 8C72 30 80 54 82 74L54 74ZM46 18C38 38 28 58 20 74L46 74Z', light: true },
  ],
  rocket: [
    { path: 'M50 2C64 16 68 36 66 60L72 72L74 88L62 80L38 80L26 88L28 72L34 60C32 36 36 16 50 2Z' },
    {
      path: 'M42 38a8 8 0 1 0 16 0a8 8 0 1 0 -16 0ZM42 82C44 92 48 96 50 100C52 96 56 92 58 82Z',
      light: true,
    },
  ],
  heart: [
    { path: 'M50 94C10 64 4 40 12 26C22 10 42 14 50 32C58 14 78 10 88 26C96 40 90 64 50 94Z' },
  ],
  mushroom: [
    { path: 'M42 58C44 74 42 88 38 98L62 98C58 88 56 74 58 58Z' },
    { path: 'M6 58C8 26 28 10 50 10C72 10 92 26 94 58C70 66 30 66 6 58Z' },
    {
      path: 'M24 40a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM46 26a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM66 44a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM46 50a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
      light: true,
    },
  ],
  coffee: [
    { path: 'M16 48L74 48C74 74 66 90 58 94L32 94C24 90 16 74 16 48Z' },
    { path: 'M72 56C90 52 92 76 66 78', line: 5 },
    { path: 'M8 98L82 98', line: 4 },
    {
      path: 'M34 40C28 32 40 26 34 16M48 40C42 30 54 24 48 12M62 40C56 32 68 26 62 16',
      line: 3,
      light: true,
    },
  ],
  bicycle: [
    {
      path: 'M4 78a20 20 0 1 0 40 0a20 20 0 1 0 -40 0ZM58 78a20 20 0 1 0 40 0a20 20 0 1 0 -40 0Z',
      line: 3,
    },
    { path: 'M24 78L40 46L70 46L50 78L24 78M50 78L36 38M78 78L66 36L76 32M28 38L44 38', line: 3.4 },
  ],
  guitar: [
    {
      path: 'M30 96C16 96 12 80 22 70C28 64 26 58 32 52C40 44 50 48 52 54C54 60 60 62 60 70C60 86 48 96 30 96Z',
    },
    { path: 'M46 60L86 14', line: 5 },
    { path: 'M82 10L92 18', line: 8 },
    { path: 'M32 72a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z', light: true },
  ],
  fruit: [
    { path: 'M50 98C24 98 10 80 12 58C14 38 34 30 50 38C66 30 86 38 88 58C90 80 76 98 50 98Z' },
    { path: 'M50 38C50 26 54 18 60 12', line: 4 },
    { path: 'M54 28C60 14 76 12 86 16C80 28 68 34 54 28Z', light: true },
  ],
  umbrella: [
    {
      path: 'M6 50C10 22 30 8 50 8C70 8 90 22 94 50C86 44 78 44 72 50C64 44 56 44 50 50C44 44 36 44 28 50C22 44 14 44 6 50Z',
    },
    { path: 'M50 8L50 88C50 98 36 98 36 88', line: 3.4 },
  ],
  train: [
    { path: 'M6 44L52 44L52 30L84 30L84 44L94 52L94 84L6 84Z' },
    { path: 'M12 18L24 18L22 44L14 44Z' },
    { path: 'M58 36L78 36L78 50L58 50Z', light: true },
    {
      path: 'M14 86a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM40 86a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM66 86a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z',
    },
  ],
} satisfies Record<string, Part[]>

export type SilhouetteName = keyof typeof SHAPES

export function isSilhouette(name: string): name is SilhouetteName {
  return Object.hasOwn(SHAPES, name)
}

/** The silhouettes for the things that a prompt names. */
export function signsOf(wishes: readonly { subject: string }[]): SilhouetteName[] {
  return wishes.flatMap(({ subject }) =>
    subject === 'birds' ? ['bird' as const] : isSilhouette(subject) ? [subject] : [],
  )
}

export interface Placement {
  /** The middle of the feet. */
  x: number
  y: number
  size: number
  colour: Colour
  light: Colour
  mirrored?: boolean
  alpha?: number
}

export function drawSilhouette(pen: Pen, name: SilhouetteName, place: Placement): void {
  pen.save()
  pen.globalAlpha = place.alpha ?? 1
  pen.translate(place.x, place.y)
  const scale = place.size / 100
  pen.scale(place.mirrored ? -scale : scale, scale)
  pen.translate(-50, -100)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const part of SHAPES[name] as Part[]) {
    const style = css(part.light ? place.light : place.colour)
    const path = new Path2D(part.path)
    if (part.line === undefined) {
      pen.fillStyle = style
      pen.fill(path)
    } else {
      pen.strokeStyle = style
      pen.lineWidth = part.line
      pen.stroke(path)
    }
  }
  pen.restore()
}
