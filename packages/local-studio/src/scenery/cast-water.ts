import { type Colour, css, mix, white } from '../drawing/colour.ts'
import type { Surface } from '../drawing/surface.ts'
import { has, type Setting } from './setting.ts'
import { drawSilhouette, type SilhouetteName } from './silhouettes.ts'

/** Draws the figures on the water. */
export function castWater(surface: Surface, setting: Setting, shore: number): void {
  const { pen, width, height, u } = surface
  const { palette } = setting
  const random = setting.random.fork('water cast')
  const hull = mix(palette.near, palette.far, 0.1)
  const boats = has(setting, 'boat')
  if (boats) {
    for (let i = 0; i < boats.count; i++) {
      const t = boats.count === 1 ? 0.3 : random.between(0.02, 0.5)
      const y = (shore + (1 - shore) * t) * height
      const size = u * (90 + 300 * t)
      const x =
        (boats.count === 1
          ? 1 - setting.lightX + random.bell() * 0.05
          : random.between(0.08, 0.92)) * width
      floatOn(
        surface,
        'boat',
        x,
        y,
        size,
        hull,
        mix(white, palette.accent, i === 0 ? 0.35 : random.next()),
      )
    }
  }
  if (has(setting, 'whale') && setting.mood !== 'dreamy') {
    const x = width * (1 - setting.lightX)
    const y = (shore + (1 - shore) * 0.34) * height
    pen.save()
    pen.beginPath()
    pen.rect(0, 0, width, y)
    pen.clip()
    drawSilhouette(pen, 'whale', {
      x,
      y: y + u * 90,
      size: u * 340,
      colour: hull,
      light: mix(hull, palette.sky[3], 0.5),
      mirrored: setting.lightX > 0.5,
    })
    pen.restore()
    pen.fillStyle = css(mix(palette.sky[3], white, 0.5), 0.6)
    for (let i = 0; i < 40; i++) {
      pen.beginPath()
      pen.ellipse(
        x + random.bell() * u * 170,
        y + random.bell() * u * 5,
        u * random.between(6, 26),
        u * 2.6,
        0,
        0,
        Math.PI * 2,
      )
      pen.fill()
    }
  }
  const fish = has(setting, 'fish')
  for (let i = 0; fish && i < fish.count; i++) {
    const x = random.between(0.2, 0.8) * width
    const y = (shore + (1 - shore) * random.between(0.3, 0.8)) * height
    drawSilhouette(pen, 'fish', {
      x,
      y,
      size: u * random.between(90, 150),
      colour: palette.accent,
      light: mix(palette.accent, white, 0.7),
      mirrored: random.chance(0.5),
    })
  }
}

function floatOn(
  surface: Surface,
  name: SilhouetteName,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  light: Colour,
): void {
  const { pen } = surface
  pen.save()
  pen.translate(0, y * 2)
  pen.scale(1, -1)
  drawSilhouette(pen, name, { x, y, size, colour, light, alpha: 0.3 })
  pen.restore()
  drawSilhouette(pen, name, { x, y, size, colour, light })
}
