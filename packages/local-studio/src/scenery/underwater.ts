import { css, hex, mix } from '../drawing/colour.ts'
import { type Surface, verticalGradient } from '../drawing/surface.ts'
import type { Setting } from './setting.ts'

/** Blue depth with shafts of light and weed. */
export function paintDeep(surface: Surface, setting: Setting): void {
  const { pen, width, height, u } = surface
  const random = setting.random.fork('deep')
  const night = setting.time === 'night'
  pen.fillStyle = verticalGradient(pen, 0, height, [
    [0, hex(night ? '#1d5a86' : '#6cc7d6')],
    [0.45, hex(night ? '#0f3560' : '#2389b0')],
    [1, hex(night ? '#061a36' : '#0e4a76')],
  ])
  pen.fillRect(0, 0, width, height)
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 7; i++) {
    const x = random.between(-0.1, 1) * width
    const wide = u * random.between(30, 110)
    pen.fillStyle = css(hex('#bff3f0'), night ? 0.05 : 0.11)
    pen.beginPath()
    pen.moveTo(x, 0)
    pen.lineTo(x + wide, 0)
    pen.lineTo(x + wide * 2.2 + width * 0.14, height)
    pen.lineTo(x + width * 0.1, height)
    pen.fill()
  }
  pen.restore()
  for (let i = 0; i < 34; i++) {
    const x = (random.chance(0.5) ? random.between(0, 0.26) : random.between(0.74, 1)) * width
    const tall = u * random.between(120, 360)
    pen.strokeStyle = css(mix(hex('#1f7a5c'), hex('#0e4a76'), random.next() * 0.7))
    pen.lineWidth = u * random.between(6, 14)
    pen.beginPath()
    pen.moveTo(x, height)
    pen.bezierCurveTo(
      x + u * 50,
      height - tall * 0.3,
      x - u * 50,
      height - tall * 0.7,
      x + u * random.between(-20, 20),
      height - tall,
    )
    pen.stroke()
  }
  for (let i = 0; i < 26; i++) {
    pen.strokeStyle = css({ l: 1, c: 0, h: 0 }, 0.35)
    pen.lineWidth = u * 1.6
    pen.beginPath()
    pen.arc(
      random.next() * width,
      random.next() * height * 0.8,
      u * random.between(3, 13),
      0,
      Math.PI * 2,
    )
    pen.stroke()
  }
}
