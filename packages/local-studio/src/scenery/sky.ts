import { css, mix, shift, toRgb, white } from '../drawing/colour.ts'
import { createField, layeredNoise, smoothstep } from '../drawing/noise.ts'
import {
  glow,
  paintPixels,
  radialGradient,
  type Surface,
  verticalGradient,
} from '../drawing/surface.ts'
import type { Setting } from './setting.ts'

export function paintSky(surface: Surface, setting: Setting): void {
  const { pen, width, height } = surface
  const [zenith, high, low, horizon] = setting.palette.sky
  const end = height * setting.horizon
  pen.fillStyle = verticalGradient(pen, 0, end, [
    [0, zenith],
    [0.42, high],
    [0.76, low],
    [1, horizon],
  ])
  pen.fillRect(0, 0, width, height)
}

export function paintStars(surface: Surface, setting: Setting, amount = 1): void {
  const { pen, width, height, u } = surface
  const random = setting.random.fork('stars')
  const strength = setting.time === 'night' ? 1 : 0.55
  const count = Math.round(420 * amount * (width / height))
  for (let i = 0; i < count; i++) {
    const y = random.next() ** 1.4 * setting.horizon * height
    const fade = 1 - y / (setting.horizon * height)
    const size = u * (0.5 + 1.5 * random.next() ** 6)
    pen.fillStyle = css(white, strength * (0.25 + 0.75 * random.next()) * Math.min(1, fade * 1.6))
    pen.beginPath()
    pen.arc(random.next() * width, y, size, 0, Math.PI * 2)
    pen.fill()
  }
  for (let i = 0; i < 7 * amount; i++) {
    const x = random.next() * width
    const y = random.next() * setting.horizon * height * 0.7
    glow(pen, x, y, u * random.between(10, 18), white, 0.8 * strength)
  }
}

export function paintMilkyWay(surface: Surface, setting: Setting): void {
  const random = setting.random.fork('milky way')
  const noise = layeredNoise(createField(random), 4)
  const { width, height } = surface
  const lean = random.between(-0.7, 0.7)
  const middle = random.between(0.35, 0.65)
  const colour = toRgb(mix(setting.palette.sky[3], white, 0.35))
  paintPixels(
    surface,
    { x: 0, y: 0, width, height: height * setting.horizon },
    0.25,
    (x, y, out) => {
      const nx = x / width
      const ny = y / height
      const distance = Math.abs(nx - middle - lean * (ny - 0.3) + 0.08 * noise(nx * 2, ny * 2))
      const band = Math.exp(-((distance / 0.15) ** 2))
      const dust = smoothstep(-0.5, 0.7, noise(nx * 5 + 9, ny * 5))
      out[0] = colour[0]
      out[1] = colour[1]
      out[2] = colour[2]
      out[3] = band * dust * 0.42 * smoothstep(setting.horizon, setting.horizon * 0.4, ny)
    },
    'screen',
  )
}

export function paintDisc(surface: Surface, setting: Setting): void {
  if (!setting.disc) return
  const { pen, width, height, u } = surface
  const { light, sky } = setting.palette
  const x = setting.lightX * width
  const y = setting.lightY * height
  const random = setting.random.fork('disc')
  const named = setting.wishes.some((wish) => wish.subject === setting.disc)
  const radius = u * (named ? random.between(78, 116) : random.between(40, 62))
  const warm = mix(light, sky[2], 0.35)
  if (setting.disc === 'moon') {
    glow(pen, x, y, radius * 7, warm, 0.45)
    pen.fillStyle = radialGradient(pen, x - radius * 0.3, y - radius * 0.3, radius * 1.6, [
      [0, mix(light, white, 0.5)],
      [1, mix(light, sky[2], 0.35)],
    ])
    circle(surface, x, y, radius)
    paintCraters(surface, setting, x, y, radius)
    return
  }
  glow(pen, x, y, radius * 11, warm, setting.time === 'day' ? 0.55 : 0.8)
  glow(pen, x, y, radius * 4, light, 0.5)
  pen.fillStyle = css(mix(light, white, 0.35))
  circle(surface, x, y, radius)
}

function paintCraters(
  surface: Surface,
  setting: Setting,
  x: number,
  y: number,
  radius: number,
): void {
  const { pen } = surface
  const random = setting.random.fork('craters')
  const shade = mix(setting.palette.light, setting.palette.sky[1], 0.5)
  pen.save()
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.clip()
  for (let i = 0; i < 9; i++) {
    const angle = random.next() * Math.PI * 2
    const away = Math.sqrt(random.next()) * radius * 0.85
    pen.fillStyle = css(shade, random.between(0.1, 0.3))
    circle(
      surface,
      x + Math.cos(angle) * away,
      y + Math.sin(angle) * away,
      radius * random.between(0.08, 0.3),
    )
  }
  pen.restore()
}

function circle({ pen }: Surface, x: number, y: number, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.fill()
}

export function paintClouds(surface: Surface, setting: Setting): void {
  const { width, height } = surface
  const random = setting.random.fork('clouds')
  const noise = layeredNoise(createField(random), 5)
  const broad = createField(random)
  const cover = {
    clear: 0.2,
    cloudy: -0.12,
    mist: 0.06,
    rain: -0.35,
    snow: -0.3,
    storm: -0.42,
    aurora: 0.5,
    rainbow: 0.02,
  }
  const threshold = cover[setting.weather]
  const { sky, light } = setting.palette
  const dim = setting.weather === 'storm' || setting.weather === 'rain'
  const night = setting.time === 'night'
  const bright = dim ? mix(sky[2], white, 0.08) : mix(sky[3], light, night ? 0.15 : 0.6)
  const lit = toRgb(night ? mix(bright, sky[1], 0.55) : bright)
  const shade = toRgb(
    dim ? shift(mix(sky[0], sky[1], 0.4), { l: -0.06 }) : mix(sky[1], sky[2], 0.55),
  )
  const top = 0
  const bottom = height * setting.horizon
  const sx = setting.lightX
  const sy = setting.lightY
  const density = (nx: number, ny: number) => {
    // Near the horizon clouds look flat and small.
    const squeeze = 1 + (ny / setting.horizon) * 2.2
    const warp = broad(nx * 1.3, ny * 2) * 0.25
    return (
      noise(nx * 1.5 * (width / height) + warp, ny * 3.1 * squeeze + warp) +
      broad(nx * 0.9, ny * 1.8) * 0.35
    )
  }
  paintPixels(surface, { x: 0, y: top, width, height: bottom }, 0.3, (x, y, out) => {
    const nx = x / width
    const ny = y / height
    const here = density(nx, ny)
    const alpha = smoothstep(threshold, threshold + 0.42, here)
    if (alpha <= 0.003) return
    const towards = density(nx + (sx - nx) * 0.06, ny + (sy - ny) * 0.06 - 0.012)
    const bright = smoothstep(-0.16, 0.2, here - towards) * 0.75 + (1 - alpha) * 0.35
    const k = Math.min(1, bright)
    out[0] = shade[0] + (lit[0] - shade[0]) * k
    out[1] = shade[1] + (lit[1] - shade[1]) * k
    out[2] = shade[2] + (lit[2] - shade[2]) * k
    // Thin the clouds around the disc; otherwise a dark cloud seems to cut the moon.
    const away = Math.hypot((nx - sx) * (width / height), ny - sy)
    const veil = setting.disc ? 0.22 + 0.78 * smoothstep(0.07, 0.2, away) : 1
    out[3] = alpha * 0.88 * veil * smoothstep(setting.horizon, setting.horizon * 0.72, ny)
  })
}
