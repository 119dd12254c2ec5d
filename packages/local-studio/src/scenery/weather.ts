import { css, hex, mix, toRgb, white } from '../drawing/colour.ts'
import { createField, layeredNoise, smoothstep } from '../drawing/noise.ts'
import { glow, paintPixels, type Surface } from '../drawing/surface.ts'
import type { Setting } from './setting.ts'

export function paintAurora(surface: Surface, setting: Setting): void {
  const { width, height } = surface
  const random = setting.random.fork('aurora')
  const field = createField(random)
  const fine = layeredNoise(createField(random), 3)
  const green = toRgb(hex('#4dffb0'))
  const violet = toRgb(hex('#9a5cff'))
  const curtains = [random.between(0.3, 0.4), random.between(0.42, 0.5)]
  paintPixels(
    surface,
    { x: 0, y: 0, width, height: height * setting.horizon },
    0.35,
    (x, y, out) => {
      const nx = x / width
      const ny = y / height
      let glowing = 0
      let tallness = 0
      for (const [i, base] of curtains.entries()) {
        const foot = base + 0.1 * field(nx * 1.6 + i * 7, i * 3.1) + 0.03 * field(nx * 5, i * 9)
        const above = foot - ny
        const rays = 0.55 + 0.45 * fine(nx * 14 + i * 5, ny * 0.7)
        const length = 0.2 + 0.12 * field(nx * 2.2, i * 4 + 5)
        const body = above > 0 ? Math.exp(-above / length) : Math.exp(-((above / 0.014) ** 2))
        const presence = smoothstep(-0.5, 0.35, field(nx * 0.8 + 3, i * 2.3 + 1) + 0.25)
        glowing += body * rays * presence
        tallness = Math.max(tallness, above / length)
      }
      const k = smoothstep(0.2, 1.8, tallness)
      out[0] = green[0] + (violet[0] - green[0]) * k
      out[1] = green[1] + (violet[1] - green[1]) * k
      out[2] = green[2] + (violet[2] - green[2]) * k
      out[3] = Math.min(0.92, glowing * 1.25)
    },
    'screen',
  )
}

export function paintRainbow({ pen, width, height, u }: Surface, setting: Setting): void {
  const x = width * (1 - setting.lightX)
  const radius = Math.max(width, height) * 0.46
  pen.save()
  pen.globalCompositeOperation = 'screen'
  const bands = 26
  for (let i = 0; i < bands; i++) {
    pen.strokeStyle = css(
      { l: 0.72, c: 0.16, h: 20 + (i / bands) * 280 },
      0.34 * Math.sin((Math.PI * (i + 0.5)) / bands),
    )
    pen.lineWidth = u * 3.4
    pen.beginPath()
    pen.arc(x, height * setting.horizon, radius - i * u * 2.6, Math.PI, Math.PI * 2)
    pen.stroke()
  }
  pen.restore()
}

export function paintRain({ pen, width, height, u }: Surface, setting: Setting): void {
  const random = setting.random.fork('rain')
  pen.lineCap = 'round'
  for (let i = 0; i < 620 * (width / height); i++) {
    const near = random.next() ** 2
    const length = u * (14 + 46 * near)
    const x = random.between(-0.1, 1.1) * width
    const y = random.between(-0.05, 1) * height
    pen.strokeStyle = css(mix(setting.palette.sky[3], white, 0.4), 0.1 + 0.22 * near)
    pen.lineWidth = u * (0.6 + near)
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x - length * 0.2, y + length)
    pen.stroke()
  }
}

export function paintSnowfall({ pen, width, height, u }: Surface, setting: Setting): void {
  const random = setting.random.fork('snowfall')
  for (let i = 0; i < 520 * (width / height); i++) {
    const near = random.next() ** 4
    pen.fillStyle = css(white, near > 0.4 ? 0.4 : 0.3 + 0.5 * random.next())
    pen.beginPath()
    pen.arc(random.next() * width, random.next() * height, u * (0.9 + 5.5 * near), 0, Math.PI * 2)
    pen.fill()
  }
}

export function paintLightning(surface: Surface, setting: Setting): void {
  const { pen, width, height, u } = surface
  const random = setting.random.fork('lightning')
  const foot = height * setting.horizon
  const bolt = (x: number, y: number, thick: number, reach: number) => {
    pen.beginPath()
    pen.moveTo(x, y)
    while (y < reach) {
      x += random.between(-22, 22) * u
      y += random.between(10, 34) * u
      pen.lineTo(x, y)
      if (thick > 1.5 && random.chance(0.16))
        branches.push([x, y, thick * 0.5, y + random.between(60, 180) * u])
    }
    pen.lineWidth = thick * u
    pen.stroke()
  }
  const branches: Array<[number, number, number, number]> = []
  const x = random.between(0.2, 0.8) * width
  glow(pen, x, foot * 0.4, height * 0.5, setting.palette.sky[3], 0.6)
  pen.strokeStyle = css(mix(setting.palette.light, white, 0.7), 0.95)
  bolt(x, 0, 4, foot)
  for (const branch of branches.splice(0, 8)) bolt(...branch)
}

/** A layer of mist between two layers of land. */
export function paintMist(
  surface: Surface,
  setting: Setting,
  at: number,
  depth: number,
  strength: number,
): void {
  const { width, height } = surface
  const noise = layeredNoise(createField(setting.random.fork(`mist ${at}`)), 3)
  const colour = toRgb(mix(setting.palette.sky[3], setting.palette.far, 0.25))
  const y = at * height
  const reach = depth * height
  paintPixels(surface, { x: 0, y: y - reach, width, height: reach * 2 }, 0.2, (px, py, out) => {
    const away = (py - y) / reach
    const wisps = 0.55 + 0.6 * noise((px / width) * 2.4, (py / height) * 9)
    out[0] = colour[0]
    out[1] = colour[1]
    out[2] = colour[2]
    out[3] = Math.max(0, Math.min(1, strength * wisps * Math.exp(-((away * 1.7) ** 2))))
    if (Math.abs(away) > 0.92) out[3] *= (1 - Math.abs(away)) / 0.08
  })
}
