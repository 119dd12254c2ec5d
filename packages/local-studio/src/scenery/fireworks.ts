import { css, hex, mix, white } from '../drawing/colour.ts'
import { glow, type Surface } from '../drawing/surface.ts'
import type { Setting } from './setting.ts'

const COLOURS = ['#ff5d73', '#ffd166', '#5ce1e6', '#b28dff', '#8ef58a', '#ff9f5a'].map(hex)

/** Bursts in the sky; each trail is bright at its end. */
export function paintFireworks({ pen, width, height, u }: Surface, setting: Setting): void {
  const random = setting.random.fork('fireworks')
  pen.save()
  pen.globalCompositeOperation = 'screen'
  pen.lineCap = 'round'
  for (let i = 0; i < 6; i++) {
    const x = random.between(0.1, 0.9) * width
    const y = random.between(0.08, 0.4) * height
    const colour = random.pick(COLOURS)
    const reach = u * random.between(70, 150)
    glow(pen, x, y, reach * 1.6, colour, 0.4)
    const trails = random.int(26, 40)
    for (let k = 0; k < trails; k++) {
      const angle = (k / trails) * Math.PI * 2
      const far = reach * random.between(0.7, 1)
      const [dx, dy] = [Math.cos(angle) * far, Math.sin(angle) * far]
      pen.strokeStyle = css(mix(colour, white, random.next() * 0.4), 0.85)
      pen.lineWidth = u * random.between(1.2, 2.8)
      pen.beginPath()
      pen.moveTo(x + dx * 0.3, y + dy * 0.3)
      pen.quadraticCurveTo(x + dx * 0.8, y + dy * 0.75, x + dx, y + dy + far * 0.16)
      pen.stroke()
    }
  }
  pen.restore()
}
