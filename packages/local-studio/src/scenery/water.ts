import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import { css, mix, white } from '../drawing/colour.ts'
import { type Surface, verticalGradient } from '../drawing/surface.ts'
import type { Setting } from './setting.ts'

/** Draws water below `at` with the reflection of the scene above; `roughness` 0 is a mirror. */
export function paintWater(
  surface: Surface,
  setting: Setting,
  at: number,
  roughness: number,
): void {
  const { pen, canvas, width, height, u, scale } = surface
  const random = setting.random.fork('water')
  const shore = Math.round(at * height)
  const depth = height - shore
  if (depth < 4) return
  const above = pen.getImageData(0, 0, canvas.width, Math.round(shore * scale))
  const { sky, near } = setting.palette
  pen.fillStyle = verticalGradient(pen, shore, height, [
    [0, mix(sky[3], sky[1], 0.25)],
    [0.5, mix(sky[1], sky[0], 0.4)],
    [1, mix(sky[0], near, 0.45)],
  ])
  pen.fillRect(0, shore, width, depth)
  const phase = random.between(0, 10)
  const mirrored = mirror(above, canvas.height - above.height, (row) => {
    const y = row / scale
    const t = y / depth
    const swing = (0.6 + 6 * t) * roughness * u * 5
    const shift =
      Math.sin(y / (u * (3.4 + 11 * t)) + phase) * swing +
      Math.sin(y / (u * (1.7 + 5 * t)) + phase * 2) * swing * 0.4
    return { up: y * (1.05 + roughness * 0.4) * scale, shift: shift * scale }
  })
  pen.save()
  pen.globalAlpha = 0.72 - roughness * 0.35
  pen.drawImage(mirrored, 0, shore, width, depth)
  pen.restore()
  pen.fillStyle = verticalGradient(pen, shore, height, [
    [0, sky[0], 0.02],
    [1, mix(sky[0], near, 0.6), 0.6],
  ])
  pen.fillRect(0, shore, width, depth)
  paintRipples(surface, setting, shore, roughness)
  paintGlitter(surface, setting, shore)
}

/**
 * The picture upside down, each row moved sideways; `moveOf` says how far above the shore a row
 * comes from. Pixels are copied here, since each drawing of one canvas on another copies all of it.
 */
function mirror(
  above: ImageData,
  rows: number,
  moveOf: (row: number) => { up: number; shift: number },
): Canvas {
  const { width, height, data } = above
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const to = new Uint32Array(width * rows)
  for (let row = 0; row < rows; row++) {
    const { up, shift } = moveOf(row)
    const start = Math.max(0, height - 1 - Math.round(up)) * width
    const moved = Math.round(shift)
    for (let x = 0; x < width; x++) {
      // The neighbouring edge fills the gap that the shift leaves.
      const at = Math.min(width - 1, Math.max(0, x - moved))
      to[row * width + x] = from[start + at] ?? 0
    }
  }
  const canvas = createCanvas(width, rows)
  canvas
    .getContext('2d')
    .putImageData(new ImageData(new Uint8ClampedArray(to.buffer), width, rows), 0, 0)
  return canvas
}

function paintRipples(
  { pen, width, height, u }: Surface,
  setting: Setting,
  shore: number,
  roughness: number,
): void {
  const random = setting.random.fork('ripples')
  const depth = height - shore
  const { sky } = setting.palette
  const count = Math.round(120 + roughness * 420)
  for (let i = 0; i < count; i++) {
    const t = random.next() ** 0.8
    const y = shore + t * depth
    const length = u * (12 + 110 * t) * random.between(0.4, 1.2)
    const x = random.between(-0.1, 1.1) * width
    const bright = random.chance(0.5)
    pen.strokeStyle = css(
      bright ? mix(sky[3], white, 0.15) : sky[0],
      (bright ? 0.16 : 0.2) * (0.35 + roughness),
    )
    pen.lineWidth = u * (0.6 + 2.2 * t)
    pen.beginPath()
    pen.moveTo(x - length / 2, y)
    pen.quadraticCurveTo(x, y - u * 2.5 * t * random.bell(), x + length / 2, y)
    pen.stroke()
  }
}

/** The glitter on the water below the sun or moon. */
function paintGlitter({ pen, width, height, u }: Surface, setting: Setting, shore: number): void {
  if (!setting.disc) return
  const random = setting.random.fork('glitter')
  const depth = height - shore
  const x0 = setting.lightX * width
  const strength = setting.disc === 'moon' ? 0.62 : setting.time === 'day' ? 0.5 : 0.85
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 420; i++) {
    const t = random.next() ** 1.25
    const spread = u * (26 + 150 * t)
    const away = random.bell() * 0.8
    const y = shore + t * depth
    const length = u * (5 + 44 * t) * random.between(0.3, 1)
    pen.fillStyle = css(
      setting.palette.light,
      strength * Math.exp(-Math.abs(away) * 1.2) * (1 - t * 0.55) * random.between(0.4, 1),
    )
    pen.beginPath()
    pen.ellipse(x0 + away * spread, y, length, u * (0.7 + 2 * t), 0, 0, Math.PI * 2)
    pen.fill()
  }
  pen.restore()
}
